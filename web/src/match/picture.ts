// What an answer, a verdict or a question looks like over the battlefield.

import { clear, type Overlay } from '../board/overlay';
import { wayLength } from '../board/shapes';
import type { Verdict } from '../live';
import { INCH, inches, point } from '../names';
import type { Answer, Ask, Outline, Path, Point, Proof, View } from '../wire';
import { ends, middleOf } from './formation';

const poseOf = (view: View, model: number) => view.models.find((other) => other.id === model)?.pose;

/** Adds ghosts and ways of an answer, red where it is refused. */
export function drawAnswer(overlay: Overlay, view: View, answer: Answer, verdict: Verdict | undefined): void {
  const tone = verdict === undefined ? 'asked' : 'refused' in verdict ? 'bad' : 'good';
  const paths = new Map<number, Path>('move' in answer ? answer.move.paths : []);
  for (const [model, pose] of ends(answer)) {
    const from = poseOf(view, model)?.at;
    const path = paths.get(model);
    overlay.ghosts.push({ model, pose, tone, ...(from && path ? { from, path } : {}) });
  }
  drawTargets(overlay, view, answer);
  if (verdict && 'refused' in verdict) overlay.faults.push(...(verdict.refused.at ?? []).filter(isSmall));
  drawDistance(overlay, view, answer, paths, tone === 'bad');
}

/** Whether a place is where something is wrong, not the zone where all would be well. */
function isSmall(outline: Outline): boolean {
  const far = (at: 0 | 1) =>
    Math.max(...outline.corners.map((c) => c[at])) - Math.min(...outline.corners.map((c) => c[at]));
  return Math.max(far(0), far(1)) < 12 * INCH;
}

/** Adds a line from everybody who is given a target to the middle of that target. */
function drawTargets(overlay: Overlay, view: View, answer: Answer): void {
  const middle = (ref: string) => {
    const { kind, id } = point(ref);
    const own = view.models.filter((model) => (kind === 'model' ? model.id === id : model.unit === id));
    const poses = own.map((model) => model.pose).filter((pose) => pose !== undefined);
    return poses.length > 0 ? middleOf(poses) : undefined;
  };
  const pairs: [string, string][] = 'assign' in answer ? answer.assign.map(([from, to]) => [from, to]) : [];
  for (const [source, target] of pairs) {
    const [from, to] = [middle(source), middle(target)];
    if (from && to) overlay.lines.push({ line: { from, to }, tone: 'range' });
  }
}

/** Adds how far the furthest goes. */
function drawDistance(overlay: Overlay, view: View, answer: Answer, paths: Map<number, Path>, bad: boolean): void {
  const ways = [...paths].map(([model, path]) => {
    const from = poseOf(view, model)?.at ?? path[0]?.at ?? [0, 0];
    return { from, length: wayLength(from, path) };
  });
  const furthest = Math.max(0, ...ways.map((way) => way.length));
  if (furthest === 0) return;
  const from = middleOf(ways.map((way) => ({ at: way.from })));
  const to = middleOf(ends(answer).map(([, pose]) => pose));
  overlay.rulers.push({ from, to, label: inches(furthest), tone: bad ? 'bad' : 'good' });
}

/** Adds where the models of an ask may be put. */
export function drawForm(overlay: Overlay, ask: Ask): void {
  if ('place' in ask.form) overlay.regions.push({ outlines: ask.form.place.within, tone: 'place' });
}

/** Adds the lines and regions of a proof. */
export function drawProof(overlay: Overlay, proof: Proof, good: boolean): void {
  for (const line of proof.lines ?? []) overlay.lines.push({ line, tone: good ? 'good' : 'bad' });
  for (const outlines of proof.regions ?? []) overlay.regions.push({ outlines, tone: 'range' });
}

/** A tape from one point to another. */
export function drawTape(overlay: Overlay, [from, to]: [Point, Point], label: string | undefined): void {
  // From thing to thing the exact words stand beside the battlefield.
  const plain = inches(Math.hypot(to[0] - from[0], to[1] - from[1]));
  overlay.rulers.push({ from, to, label: label === undefined ? plain : '', tone: 'good' });
}

export { clear };
