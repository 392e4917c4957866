import { expect, it } from 'vitest';

import type { Model } from '../wire';
import { ends, middleOf, ranks, shifted } from './formation';

const model = (id: number): Model => ({ id, name: `m${id}`, outline: { corners: [[0, 0]], radius: 1250 } });

it('an answer ends where its paths and places end', () => {
  const answer = {
    move: {
      paths: [[1, [{ at: [0, 0] }, { at: [5, 5] }]]],
      placed: [[2, { at: [7, 7] }]],
    },
  } as Parameters<typeof ends>[0];
  expect(ends(answer)).toEqual([
    [1, { at: [5, 5] }],
    [2, { at: [7, 7] }],
  ]);
  expect(ends({ choose: [] })).toEqual([]);
});

it('a shift keeps level and facing', () => {
  expect(shifted({ at: [1, 2], level: 1, facing: 9 }, [10, 20])).toEqual({ at: [11, 22], level: 1, facing: 9 });
});

it('models in ranks stand around the point and do not overlap', () => {
  const placed = ranks([1, 2, 3, 4, 5].map(model), [10000, 10000]);
  expect(middleOf(placed.map(([, pose]) => pose))[0]).toBeGreaterThan(9000);
  for (const [a, one] of placed) {
    for (const [b, other] of placed) {
      if (a < b) expect(Math.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1])).toBeGreaterThan(2500);
    }
  }
});
