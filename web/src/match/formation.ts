// Groups of models as points: where they end, how they are shifted, how they stand when nobody says.

import { reach } from '../board/shapes';
import { INCH } from '../names';
import type { Answer, Model, Point, Pose } from '../wire';

/** Where each model ends by an answer. */
export function ends(answer: Answer): [number, Pose][] {
  if ('place' in answer) return answer.place;
  if (!('move' in answer)) return [];
  const walked = answer.move.paths.map(([model, path]) => [model, path.at(-1)] as const);
  return [...walked.filter((pair): pair is [number, Pose] => pair[1] !== undefined), ...answer.move.placed];
}

/** A pose moved by so much. */
export function shifted(pose: Pose, [dx, dy]: Point): Pose {
  return { ...pose, at: [pose.at[0] + dx, pose.at[1] + dy] };
}

/** The middle of poses. */
export function middleOf(poses: Pose[]): Point {
  const sum = (at: 0 | 1) => poses.reduce((all, pose) => all + pose.at[at], 0);
  return [Math.round(sum(0) / poses.length), Math.round(sum(1) / poses.length)];
}

/** Models side by side in ranks around a point, a little apart. */
export function ranks(models: Model[], around: Point): [number, Pose][] {
  const step = Math.ceil(2 * Math.max(...models.map((model) => reach(model.outline))) + INCH / 20);
  const across = Math.ceil(Math.sqrt(models.length));
  const deep = Math.ceil(models.length / across);
  const place = (n: number, of: number) => Math.round((n - (of - 1) / 2) * step);
  return models.map((model, n) => {
    const at: Point = [around[0] + place(n % across, across), around[1] - place(Math.floor(n / across), deep)];
    return [model.id, { at }];
  });
}
