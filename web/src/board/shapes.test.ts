import { describe, expect, it } from 'vitest';

import type { Outline } from '../wire';
import { box, length, middle, Sheet, wayLength } from './shapes';

const sheet = new Sheet([25400, 12700]);

describe('a sheet', () => {
  it('has an inch of 100 units, and y downwards', () => {
    expect([sheet.width, sheet.height]).toEqual([1000, 500]);
    expect(sheet.at([2540, 2540])).toEqual([100, 400]);
    expect(sheet.back([100, 400])).toEqual([2540, 2540]);
  });

  it('draws a disc as two arcs', () => {
    expect(sheet.path({ corners: [[2540, 2540]], radius: 1270 })).toBe(
      'M50 400 A50 50 0 0 1 150 400 A50 50 0 0 1 50 400 Z',
    );
  });

  it('draws corners without a radius as they are', () => {
    const outline: Outline = {
      corners: [
        [0, 0],
        [2540, 0],
        [2540, 2540],
      ],
      radius: 0,
    };
    expect(sheet.path(outline)).toBe('M0 500L100 500L100 400Z');
  });

  it('widens a line to a capsule, whichever way it is written', () => {
    const there = sheet.path({
      corners: [
        [2540, 2540],
        [5080, 2540],
      ],
      radius: 254,
    });
    expect(there).toBe('M100 390 L200 390 A10 10 0 0 1 200 410 L100 410 A10 10 0 0 1 100 390 Z');
  });

  it('widens a box outwards', () => {
    const corners: Outline['corners'] = [
      [2540, 2540],
      [5080, 2540],
      [5080, 5080],
      [2540, 5080],
    ];
    const drawn = sheet.path({ corners, radius: 254 });
    const numbers = [...drawn.matchAll(/-?\d+(\.\d+)?/g)].map(([text]) => Number(text));
    expect(Math.max(...numbers)).toBe(410);
    expect(sheet.path({ corners: corners.toReversed(), radius: 254 }).length).toBe(drawn.length);
  });
});

it('the middle and the box of outlines', () => {
  const disc: Outline = { corners: [[2540, 2540]], radius: 2540 };
  expect(middle(sheet, disc)).toEqual([100, 400]);
  expect(box(sheet, [disc])).toEqual([0, 300, 200, 200]);
  expect(length(2540)).toBe(100);
});

it('a way is as long as its legs together', () => {
  expect(wayLength([0, 0], [{ at: [300, 400] }, { at: [300, 1400] }])).toBe(1500);
});
