// What fingers and mice do to the board: pick, pan, pinch, drag models, measure.

import type { Point } from '../wire';
import type { Camera } from './camera.svelte';
import type { Sheet } from './shapes';

/** Models being dragged. */
export interface Drag {
  /** The model that is held. */
  model: number;
  /** Whether it goes alone, without the rest of its unit. */
  alone: boolean;
  /** How far it was dragged, in units of length. */
  by: Point;
  phase: 'start' | 'move' | 'end' | 'cancel';
}

/** A base close to a finger. */
export interface Near {
  model: number;
  ref: string | undefined;
}

/** What the hand needs to know, and whom it tells. */
export interface Wrist {
  sheet(): Sheet;
  movable(model: number): boolean;
  /** What a finger means that comes down here, so many pixels or less from a base. */
  near(at: Point, most: number): Near | undefined;
  tape(): boolean;
  /** Somebody pointed at something, or at bare ground. */
  picked(ref: string | undefined, at: Point): void;
  dragged(drag: Drag): void;
  taped(from: Point, to: Point, done: boolean): void;
}

/** A finger or mouse that moves less than this many pixels only points. */
const STILL = 6;
/** A finger takes what is this many pixels away; a mouse takes only what it points at. */
const FINGER = 20;

type Hold =
  | { kind: 'pan'; last: Point }
  | { kind: 'model'; model: number; alone: boolean; from: Point; started: boolean }
  | { kind: 'tape'; from: Point };

export class Hand {
  private readonly fingers = new Map<number, Point>();
  private hold: Hold | undefined;
  private begun: Point = [0, 0];
  private moved = false;
  private ref: string | undefined;

  constructor(
    private readonly camera: Camera,
    private readonly wrist: Wrist,
  ) {}

  down(event: PointerEvent): void {
    if (event.button > 0 || !(event.currentTarget instanceof SVGSVGElement)) return;
    const at = inside(event);
    this.fingers.set(event.pointerId, at);
    if (this.fingers.size > 1) {
      // A second finger pinches; whatever the first one held is let go.
      this.letGo();
      return;
    }
    event.currentTarget.setPointerCapture(event.pointerId);
    this.begun = at;
    this.moved = false;
    const target = event.target instanceof Element ? event.target : undefined;
    const near = event.pointerType === 'touch' ? this.wrist.near(at, FINGER) : undefined;
    const model = this.held(target) ?? near?.model;
    this.ref = target?.closest('[data-ref]')?.getAttribute('data-ref') ?? undefined;
    if (!this.ref?.startsWith('unit:')) this.ref = near?.ref ?? this.ref;
    const from = this.field(at);
    if (this.wrist.tape()) this.hold = { kind: 'tape', from };
    else if (model !== undefined && this.wrist.movable(model)) {
      const alone = event.shiftKey || event.altKey;
      this.hold = { kind: 'model', model, alone, from, started: false };
    } else this.hold = { kind: 'pan', last: at };
  }

  move(event: PointerEvent): void {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const at = inside(event);
    this.fingers.set(event.pointerId, at);
    if (this.fingers.size > 1) {
      this.pinch(event.pointerId, before, at);
      return;
    }
    if (Math.hypot(at[0] - this.begun[0], at[1] - this.begun[1]) > STILL) this.moved = true;
    const hold = this.hold;
    if (!this.moved || !hold) return;
    if (hold.kind === 'pan') {
      this.camera.pan(at[0] - hold.last[0], at[1] - hold.last[1]);
      hold.last = at;
    } else if (hold.kind === 'tape') this.wrist.taped(hold.from, this.field(at), false);
    else {
      this.drag(hold, at, hold.started ? 'move' : 'start');
      hold.started = true;
    }
  }

  up(event: PointerEvent): void {
    if (!this.fingers.delete(event.pointerId)) return;
    const hold = this.hold;
    this.hold = undefined;
    const at = inside(event);
    if (hold && !this.moved) this.wrist.picked(this.ref, this.field(at));
    else if (hold?.kind === 'tape') this.wrist.taped(hold.from, this.field(at), true);
    else if (hold?.kind === 'model') this.drag(hold, at, 'end');
  }

  cancel(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    this.letGo();
  }

  turned(event: WheelEvent, frame: DOMRect): void {
    event.preventDefault();
    const at: Point = [event.clientX - frame.left, event.clientY - frame.top];
    this.camera.zoomBy(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)), at);
  }

  /** Ends a drag in the middle, and says whether there was one. */
  escape(): boolean {
    const dragging = this.hold?.kind === 'model' && this.hold.started;
    if (dragging) this.letGo();
    return dragging;
  }

  /** The movable model that was hit. */
  private held(target: Element | undefined): number | undefined {
    const hit = target?.closest('[data-model]')?.getAttribute('data-model');
    return hit && this.wrist.movable(Number(hit)) ? Number(hit) : undefined;
  }

  private drag(hold: Extract<Hold, { kind: 'model' }>, at: Point, phase: Drag['phase']): void {
    const to = this.field(at);
    const by: Point = [to[0] - hold.from[0], to[1] - hold.from[1]];
    this.wrist.dragged({ model: hold.model, alone: hold.alone, by, phase });
  }

  private letGo(): void {
    if (this.hold?.kind === 'model' && this.hold.started) {
      this.wrist.dragged({ model: this.hold.model, alone: this.hold.alone, by: [0, 0], phase: 'cancel' });
    }
    this.hold = undefined;
  }

  private pinch(id: number, before: Point, at: Point): void {
    const other = [...this.fingers].find(([key]) => key !== id)?.[1];
    if (!other) return;
    const far = (from: Point) => Math.max(Math.hypot(from[0] - other[0], from[1] - other[1]), 1);
    this.camera.pan((at[0] - before[0]) / 2, (at[1] - before[1]) / 2);
    this.camera.zoomBy(far(at) / far(before), [(at[0] + other[0]) / 2, (at[1] + other[1]) / 2]);
  }

  /** The point of the battlefield under a point of the window. */
  private field(at: Point): Point {
    return this.wrist.sheet().back(this.camera.toBoard(at));
  }
}

function inside(event: PointerEvent): Point {
  const frame = (event.currentTarget as Element).getBoundingClientRect();
  return [event.clientX - frame.left, event.clientY - frame.top];
}
