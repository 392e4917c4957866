import { beforeEach, describe, expect, it, vi } from 'vitest';

import { Camera } from './camera.svelte';
import { Hand, type Wrist } from './hand';
import { Sheet } from './shapes';

const SVG = 'http://www.w3.org/2000/svg';

/** A board with one base at which a mouse can point, and a finger's width around it. */
function set(movable: boolean) {
  const board = document.createElementNS(SVG, 'svg');
  const unit = document.createElementNS(SVG, 'g');
  unit.dataset['ref'] = 'unit:1';
  const base = document.createElementNS(SVG, 'g');
  base.dataset['model'] = '7';
  unit.append(base);
  board.append(unit);
  Object.assign(board, { setPointerCapture: () => undefined });
  const wrist = {
    sheet: () => new Sheet([25400, 25400]),
    movable: () => movable,
    near: vi.fn<Wrist['near']>(() => ({ model: 7, ref: movable ? undefined : 'unit:1' })),
    tape: () => false,
    picked: vi.fn<Wrist['picked']>(),
    dragged: vi.fn<Wrist['dragged']>(),
    taped: vi.fn<Wrist['taped']>(),
  };
  const hand = new Hand(new Camera(), wrist);
  board.addEventListener('pointerdown', (event) => hand.down(event));
  board.addEventListener('pointermove', (event) => hand.move(event));
  board.addEventListener('pointerup', (event) => hand.up(event));
  const send = (on: Element, type: string, pointerType: string, x: number) =>
    on.dispatchEvent(new PointerEvent(type, { pointerId: 1, pointerType, clientX: x, clientY: 0, bubbles: true }));
  return { board, base, hand, wrist, send };
}

let stage: ReturnType<typeof set>;
const phases = () => stage.wrist.dragged.mock.calls.map(([drag]) => drag.phase);

describe('where models can be moved', () => {
  beforeEach(() => (stage = set(true)));

  it('a finger beside a base takes it, a mouse does not', () => {
    for (const device of ['mouse', 'touch']) {
      stage.send(stage.board, 'pointerdown', device, 0);
      stage.send(stage.board, 'pointermove', device, 30);
      stage.send(stage.board, 'pointerup', device, 30);
    }
    expect(phases()).toEqual(['start', 'end']);
  });

  it('a tap beside a base means the ground', () => {
    stage.send(stage.board, 'pointerdown', 'touch', 0);
    stage.send(stage.board, 'pointerup', 'touch', 0);
    expect(stage.wrist.picked.mock.calls[0]?.[0]).toBeUndefined();
  });

  it('a drag that is given up ends there, and letting go later changes nothing', () => {
    stage.send(stage.base, 'pointerdown', 'mouse', 0);
    expect(stage.hand.escape()).toBe(false);
    stage.send(stage.base, 'pointermove', 'mouse', 30);
    expect(stage.hand.escape()).toBe(true);
    stage.send(stage.base, 'pointermove', 'mouse', 60);
    stage.send(stage.base, 'pointerup', 'mouse', 60);
    expect(phases()).toEqual(['start', 'cancel']);
    expect(stage.wrist.picked).not.toHaveBeenCalled();
  });
});

it('where nothing can be moved a tap beside a base picks its unit', () => {
  stage = set(false);
  stage.send(stage.board, 'pointerdown', 'touch', 0);
  stage.send(stage.board, 'pointerup', 'touch', 0);
  stage.send(stage.board, 'pointerdown', 'mouse', 0);
  stage.send(stage.board, 'pointerup', 'mouse', 0);
  expect(stage.wrist.picked.mock.calls.map(([ref]) => ref)).toEqual(['unit:1', undefined]);
});
