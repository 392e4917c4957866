// Where the board is looked at from: a point of the board is shown at its place times the zoom, plus the shift.

import type { Point } from '../wire';

const CLOSEST = 12;

export class Camera {
  x = $state(0);
  y = $state(0);
  zoom = $state(0.1);

  /** The size of what is looked at, and of the window it is seen through. */
  private board: Point = [1, 1];
  private frame: Point = [1, 1];
  /** Whether the whole board is shown, so that it stays so when the window changes. */
  private whole = true;

  /** How much of the window's edge stays free around the whole board: for the rulers, and on the right for tools. */
  private static readonly MARGIN = { left: 28, right: 64, top: 14, bottom: 28 };

  resize(board: Point, frame: Point): void {
    const changed = this.board[0] !== board[0] || this.board[1] !== board[1];
    this.board = board;
    this.frame = frame;
    if (this.whole || changed) this.fit();
    else this.keep();
  }

  /** The zoom at which the whole board fits. */
  private get least(): number {
    const { left, right, top, bottom } = Camera.MARGIN;
    const wide = Math.max(this.frame[0] - left - right, 50) / this.board[0];
    const high = Math.max(this.frame[1] - top - bottom, 50) / this.board[1];
    return Math.min(wide, high);
  }

  /** Shows the whole board. */
  fit(): void {
    this.zoom = this.least;
    const { left, right, top, bottom } = Camera.MARGIN;
    this.x = left + (this.frame[0] - left - right - this.board[0] * this.zoom) / 2;
    this.y = top + (this.frame[1] - top - bottom - this.board[1] * this.zoom) / 2;
    this.whole = true;
  }

  pan(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.whole = false;
    this.keep();
  }

  /** Zooms by a factor; what is under this point of the window stays there. */
  zoomBy(factor: number, [px, py]: Point = [this.frame[0] / 2, this.frame[1] / 2]): void {
    const zoom = Math.min(Math.max(this.zoom * factor, this.least), CLOSEST);
    const real = zoom / this.zoom;
    this.x = px - (px - this.x) * real;
    this.y = py - (py - this.y) * real;
    this.zoom = zoom;
    this.whole = zoom === this.least;
    if (this.whole) this.fit();
    else this.keep();
  }

  /** Brings a box of the board into the middle, if it is not in sight. */
  show([left, top, width, height]: [number, number, number, number]): void {
    const [l, t] = this.toWindow([left, top]);
    const [r, b] = this.toWindow([left + width, top + height]);
    if (l >= 0 && t >= 0 && r <= this.frame[0] && b <= this.frame[1]) return;
    this.pan(this.frame[0] / 2 - (l + r) / 2, this.frame[1] / 2 - (t + b) / 2);
  }

  toBoard([px, py]: Point): Point {
    return [(px - this.x) / this.zoom, (py - this.y) / this.zoom];
  }

  toWindow([x, y]: Point): Point {
    return [x * this.zoom + this.x, y * this.zoom + this.y];
  }

  /** Keeps some of the board in the window. */
  private keep(): void {
    const clamp = (shift: number, at: 0 | 1) => {
      const size = this.board[at] * this.zoom;
      const inner = Math.min(this.frame[at], size) * 0.6;
      return Math.min(Math.max(shift, inner - size), this.frame[at] - inner);
    };
    this.x = clamp(this.x, 0);
    this.y = clamp(this.y, 1);
  }
}
