import { expect, it } from 'vitest';

import type { Event } from '../wire';
import { Film } from './film';
import { keyed } from './keys';
import { Projector } from './projector.svelte';

function press(key: string, within = 'div', init: KeyboardEventInit = {}): [number, boolean, boolean] {
  const projector = new Projector(new Film(Array.from({ length: 9 }, (_, n) => ({ n }) as Event)));
  projector.go(4);
  const target = document.createElement(within);
  document.body.append(target);
  const event = new KeyboardEvent('keydown', { key, cancelable: true, ...init });
  target.addEventListener('keydown', (heard) => keyed(heard as KeyboardEvent, projector));
  target.dispatchEvent(event);
  target.remove();
  const playing = projector.playing;
  projector.stop();
  return [projector.at, playing, event.defaultPrevented];
}

it('keys step, jump and play', () => {
  expect(press('ArrowRight')).toEqual([5, false, true]);
  expect(press('ArrowLeft')).toEqual([3, false, true]);
  expect(press('Home')).toEqual([0, false, true]);
  expect(press('End')).toEqual([8, false, true]);
  expect(press(' ')).toEqual([4, true, true]);
});

it('keys that mean something else where the focus is are left alone', () => {
  expect(press('ArrowRight', 'input')).toEqual([4, false, false]);
  expect(press(' ', 'button')).toEqual([4, false, false]);
  expect(press('ArrowRight', 'button')).toEqual([5, false, true]);
  expect(press('ArrowLeft', 'div', { altKey: true })).toEqual([4, false, false]);
  expect(press('x')).toEqual([4, false, false]);
});
