import { expect, it } from 'vitest';

import type { Event } from '../wire';
import { leavings } from './leavings';

const put = (n: number, id: number, gone: boolean, sentence: string): Event => ({
  n,
  text: { sentence },
  changes: [{ 'put-seat': { id, name: `s${id}`, gone } }],
});

it('whoever leaves is told of once, in the words of the game', () => {
  const events = [put(0, 0, false, 's0 scores'), put(1, 1, true, 's1 gives up'), put(2, 1, true, 's1 scores')];
  expect(leavings(events)).toEqual(['s1 gives up']);
});

it('a match that is played out tells of nobody', () => {
  expect(leavings([put(0, 0, false, 's0 scores'), { n: 1 }])).toEqual([]);
});
