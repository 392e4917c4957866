// Shapes of the wire as SVG. On the board an inch is 100 units, and y grows downwards.

import { INCH } from '../names';
import type { Outline, Path, Point, View } from '../wire';

/** Board units in an inch. */
export const SCALE = 100;

/** A length on the board. */
export const length = (units: number): number => (units * SCALE) / INCH;

/** From the battlefield to the board and back. */
export class Sheet {
  readonly width: number;
  readonly height: number;

  constructor(private readonly size: Point) {
    this.width = length(size[0]);
    this.height = length(size[1]);
  }

  at([x, y]: Point): Point {
    return [length(x), length(this.size[1] - y)];
  }

  /** The point of the battlefield under a point of the board, in whole units. */
  back([x, y]: Point): Point {
    return [Math.round((x * INCH) / SCALE), Math.round(this.size[1] - (y * INCH) / SCALE)];
  }

  /** An outline as path data. */
  path(outline: Outline): string {
    const own = rim(
      outline.corners.map((corner) => this.at(corner)),
      length(outline.radius),
    );
    return [own, ...(outline.holes ?? []).map((hole) => this.path(hole))].join(' ');
  }

  paths(outlines: Outline[]): string {
    return outlines.map((outline) => this.path(outline)).join(' ');
  }

  /** A way as points of a polyline, from where it starts. */
  way(from: Point, path: Path): string {
    return [from, ...path.map((pose) => pose.at)].map((point) => this.at(point).map(short).join(',')).join(' ');
  }
}

/** How large a view is drawn. */
export const sheetOf = (view: View): Sheet => new Sheet(view.field.size);

const short = (value: number): number => Math.round(value * 100) / 100;
const pair = (point: Point): string => point.map(short).join(' ');

/** Corners widened by a radius: straight sides, and an arc around each corner. Corners turn clockwise as drawn. */
function rim(corners: Point[], radius: number): string {
  const [first] = corners;
  if (!first) return '';
  const arc = (to: Point) => `A${short(radius)} ${short(radius)} 0 0 1 ${pair(to)}`;
  if (corners.length === 1) {
    const [x, y] = first;
    return `M${short(x - radius)} ${short(y)} ${arc([x + radius, y])} ${arc([x - radius, y])} Z`;
  }
  if (radius === 0) return `M${corners.map(pair).join('L')}Z`;
  // Outwards is to the left of each side where corners go clockwise as drawn.
  const around = area(corners) < 0 ? corners.toReversed() : corners;
  const sides = around.map((from, index) => {
    const to = around[(index + 1) % around.length] ?? first;
    const far = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const [ox, oy] = [((to[1] - from[1]) / far) * radius, (-(to[0] - from[0]) / far) * radius];
    return { from: [from[0] + ox, from[1] + oy] as Point, to: [to[0] + ox, to[1] + oy] as Point };
  });
  const drawn = sides.map(({ from, to }, index) => `${index === 0 ? `M${pair(from)}` : arc(from)} L${pair(to)}`);
  return `${drawn.join(' ')} ${arc(sides[0]?.from ?? first)} Z`;
}

/** Twice the area, positive where corners go clockwise as drawn. */
function area(corners: Point[]): number {
  return corners.reduce((sum, [x, y], index) => {
    const [nx, ny] = corners[(index + 1) % corners.length] ?? [x, y];
    return sum + x * ny - nx * y;
  }, 0);
}

/** The middle of an outline's box, on the board. */
export function middle(sheet: Sheet, outline: Outline): Point {
  const points = outline.corners.map((corner) => sheet.at(corner));
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

/** The box around outlines on the board: left, top, width, height. */
export function box(sheet: Sheet, outlines: Outline[]): [number, number, number, number] {
  const wide = outlines.flatMap((outline) =>
    outline.corners.map((corner) => ({ at: sheet.at(corner), radius: length(outline.radius) })),
  );
  const left = Math.min(...wide.map(({ at, radius }) => at[0] - radius));
  const right = Math.max(...wide.map(({ at, radius }) => at[0] + radius));
  const top = Math.min(...wide.map(({ at, radius }) => at[1] - radius));
  const bottom = Math.max(...wide.map(({ at, radius }) => at[1] + radius));
  return [left, top, right - left, bottom - top];
}

/** How far a base reaches from its middle, in units of length. */
export function reach({ corners, radius }: Outline): number {
  return radius + Math.max(...corners.map(([x, y]) => Math.hypot(x, y)));
}

/** How far a way leads, in units of length. */
export function wayLength(from: Point, path: Path): number {
  let far = 0;
  let at = from;
  for (const pose of path) {
    far += Math.ceil(Math.hypot(pose.at[0] - at[0], pose.at[1] - at[1]));
    at = pose.at;
  }
  return far;
}
