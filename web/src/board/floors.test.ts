import { expect, it } from 'vitest';

import type { Area, View } from '../wire';
import { covers, floorsAt } from './floors';

const square = (low: number, high: number) => ({
  corners: [
    [low, low],
    [high, low],
    [high, high],
    [low, high],
  ] as [number, number][],
  radius: 0,
});

it('an outline covers what is inside of it and not in a hole', () => {
  expect(covers(square(0, 10), [5, 5])).toBe(true);
  expect(covers(square(0, 10), [11, 5])).toBe(false);
  expect(covers({ ...square(0, 10), holes: [square(4, 6)] }, [5, 5])).toBe(false);
  expect(covers({ corners: [[5, 5]], radius: 3 }, [7, 6])).toBe(true);
  expect(covers({ corners: [[5, 5]], radius: 3 }, [8, 6])).toBe(false);
});

it('a bent outline does not cover the corner that it leaves out', () => {
  const bent = {
    corners: [
      [0, 0],
      [10, 0],
      [10, 4],
      [4, 4],
      [4, 10],
      [0, 10],
    ] as [number, number][],
    radius: 0,
  };
  expect(covers(bent, [8, 2])).toBe(true);
  expect(covers(bent, [8, 8])).toBe(false);
});

it('where pieces overlap, the one with more floors counts', () => {
  const area = (id: number, high: number, floors?: number[]): Area => ({
    id,
    term: 'piece',
    outline: square(0, high),
    ...(floors ? { floors } : {}),
  });
  const view = { areas: [area(1, 20), area(2, 10, [7]), area(3, 5, [7, 14])] } as unknown as View;
  expect(floorsAt(view, [2, 2])).toEqual([7, 14]);
  expect(floorsAt(view, [8, 8])).toEqual([7]);
  expect(floorsAt(view, [15, 15])).toEqual([]);
});
