// Floors that models can stand on: which there are at a place. Whether a model can stand there is for the rules to say.

import type { Outline, Point, View } from '../wire';

/** How high the floors at a place are, the lowest first; none on open ground. */
export function floorsAt(view: View, at: Point): number[] {
  const under = view.areas.filter(({ floors, outline }) => floors && covers(outline, at));
  return under.map(({ floors }) => floors ?? []).toSorted((a, b) => b.length - a.length)[0] ?? [];
}

/** Whether an outline covers a point. */
export function covers({ corners, radius, holes = [] }: Outline, at: Point): boolean {
  const [first] = corners;
  if (!first || holes.some((hole) => covers(hole, at))) return false;
  if (corners.length === 1) return Math.hypot(at[0] - first[0], at[1] - first[1]) <= radius;
  const crossings = corners.filter(([x, y], index) => {
    const [nx, ny] = corners[(index + 1) % corners.length] ?? first;
    return y > at[1] !== ny > at[1] && at[0] < ((nx - x) * (at[1] - y)) / (ny - y) + x;
  });
  return crossings.length % 2 === 1;
}
