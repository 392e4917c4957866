// Where the words of the ground stand: as large at every zoom, near their piece, and on no base.

import { areaName, numbered, type Glossary } from '../names';
import type { Area, Point, View } from '../wire';
import { looks } from './scenery';
import { box, length, reach, type Sheet } from './shapes';

/** Words on the battlefield. */
export interface Label {
  area: Area;
  text: string;
  kind: 'goal' | 'piece' | 'zone';
  /** The middle, on the board. */
  at: Point;
}

/** The height of letters, in pixels. */
export const LETTERS = { goal: 16, piece: 11, zone: 14 };

/** Words may cover this many times what their piece does; from further away it is told by its looks alone. */
const MOST = 2;

/** A box on the board: left, top, width, height. */
type Box = [number, number, number, number];

interface Disc {
  at: Point;
  radius: number;
}

/** The labels that have room; a piece so beset that nothing fits has none until the view changes. */
export function labels(view: View, glossary: Glossary, sheet: Sheet, zoom: number): Label[] {
  const bases: Disc[] = view.models.flatMap(({ pose, outline }) =>
    pose ? [{ at: sheet.at(pose.at), radius: length(reach(outline)) }] : [],
  );
  const taken: Box[] = [];
  const found: Label[] = [];
  for (const words of worded(view, glossary, sheet)) {
    const high = LETTERS[words.kind] / zoom;
    const size: Point = [high * 0.62 * words.text.length + high * 0.4, high * 1.15];
    if (words.kind === 'piece' && size[0] * size[1] > MOST * words.size) continue;
    const free = spots(box(sheet, [words.area.outline]), size)
      .map((spot) => onto(sheet, spot))
      .find((spot) => !taken.some((other) => meet(spot, other)) && !bases.some((base) => on(spot, base)));
    if (!free) continue;
    taken.push(free);
    found.push({ ...words, at: [free[0] + free[2] / 2, free[1] + free[3] / 2] });
  }
  return found;
}

interface Words extends Omit<Label, 'at'> {
  /** How much room its area takes up. */
  size: number;
}

const KINDS = ['goal', 'piece', 'zone'] as const;

/** What there is to write: first what is fought over, then small pieces, which leave the least choice, then zones. */
function worded(view: View, glossary: Glossary, sheet: Sheet): Words[] {
  const all = view.areas.flatMap((area): Words[] => {
    const own = looks(glossary, area);
    const kind = own.includes('zone') ? 'zone' : own.includes('goal') ? 'goal' : 'piece';
    const [, , width, height] = box(sheet, [area.outline]);
    const size = width * height;
    return [
      { area, kind, text: written(view, glossary, area, kind), size },
      { area, kind: 'piece', text: marked(glossary, area), size },
    ];
  });
  return all
    .filter(({ text }) => text !== '')
    .toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || a.size - b.size);
}

function written(view: View, glossary: Glossary, area: Area, kind: Label['kind']): string {
  if (kind === 'goal') return String(numbered(view, area) ?? glossary.sign(area.term));
  if (kind === 'piece')
    return [...(area.rules ?? []).map((rule) => glossary.label(rule)), ...floored(area)].join(' · ');
  return view.seats.find((seat) => seat.id === area.owner)?.name ?? areaName(view, glossary, area);
}

function floored({ floors = [] }: Area): string[] {
  return floors.length === 0 ? [] : [floors.length === 1 ? '1 floor' : `${floors.length} floors`];
}

/** What an area is marked with, without what hardly matters. */
function marked(glossary: Glossary, area: Area): string {
  const terms = (area.marks ?? []).map((mark) => glossary.term(mark.term));
  return terms.flatMap((term) => (term && term.tone !== 'faint' ? [term.label] : [])).join(' · ');
}

/** The places for words of a size: in the middle of a piece, elsewhere in it, or at its sides. */
function spots([left, top, width, height]: Box, [wide, high]: Point): Box[] {
  const shares = [0.5, 0.25, 0.75, 0.05, 0.95];
  const inside = shares.flatMap((down) =>
    shares.map((across): Box => [left + (width - wide) * across, top + (height - high) * down, wide, high]),
  );
  const [middle, waist] = [left + (width - wide) / 2, top + (height - high) / 2];
  return [
    ...inside,
    [middle, top - high, wide, high],
    [middle, top + height, wide, high],
    [left + width, waist, wide, high],
    [left - wide, waist, wide, high],
  ];
}

/** A box moved onto the battlefield. */
function onto(sheet: Sheet, [left, top, width, height]: Box): Box {
  const kept = (at: number, most: number) => Math.max(0, Math.min(at, most));
  return [kept(left, sheet.width - width), kept(top, sheet.height - height), width, height];
}

function meet(a: Box, b: Box): boolean {
  return a[0] < b[0] + b[2] && b[0] < a[0] + a[2] && a[1] < b[1] + b[3] && b[1] < a[1] + a[3];
}

function on([left, top, width, height]: Box, { at: [x, y], radius }: Disc): boolean {
  const dx = Math.max(left - x, 0, x - left - width);
  const dy = Math.max(top - y, 0, y - top - height);
  return Math.hypot(dx, dy) < radius;
}
