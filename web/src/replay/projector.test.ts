import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Event } from '../wire';
import { Film } from './film';
import { Projector } from './projector.svelte';

const film = (length: number) =>
  new Film(Array.from({ length }, (_, n) => ({ n, text: { sentence: `event ${n}` } }) as Event));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('plays to the end, stops there, and begins anew', () => {
  const projector = new Projector(film(5));
  projector.play();
  vi.advanceTimersByTime(60_000);
  expect([projector.at, projector.playing]).toEqual([4, false]);
  projector.toggle();
  expect([projector.at, projector.playing]).toEqual([0, true]);
  projector.stop();
});

it('plays faster when told so', () => {
  const places = [1, 4].map((speed) => {
    const projector = new Projector(film(1000));
    projector.speed = speed;
    projector.play();
    vi.advanceTimersByTime(10_000);
    projector.stop();
    return projector.at;
  });
  expect(places[0]).toBeGreaterThan(5);
  expect(places[1]).toBeGreaterThanOrEqual(4 * (places[0] ?? 0) - 4);
});

it('stays within the film, and stops for whoever scrubs', () => {
  const projector = new Projector(film(5));
  projector.play();
  projector.go(99);
  expect([projector.at, projector.playing]).toEqual([4, false]);
  projector.step(-9);
  vi.advanceTimersByTime(60_000);
  expect(projector.at).toBe(0);
});

it('keeps about the same moment through other eyes', () => {
  const projector = new Projector(film(101));
  projector.go(50);
  projector.swap(film(201));
  expect(projector.at).toBe(100);
  projector.swap(film(1));
  expect(projector.at).toBe(0);
});
