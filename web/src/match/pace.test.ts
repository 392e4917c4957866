import { expect, it } from 'vitest';

import type { Event } from '../wire';
import { pace } from './pace';

const words = (n: number): Event => ({ n, text: { sentence: 'something happened' } });

it('a few events are shown at leisure', () => {
  expect(pace([words(0), words(1)])).toEqual([320, 320]);
});

it('a thousand events take no longer than a few seconds', () => {
  const pauses = pace(Array.from({ length: 1000 }, (_, n) => words(n)));
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeLessThanOrEqual(2601);
});
