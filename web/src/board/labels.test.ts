import { expect, it } from 'vitest';

import { Glossary } from '../names';
import type { Area, GameInfo, Model, Point, View } from '../wire';
import { labels } from './labels';
import { Sheet } from './shapes';

const game = {
  terms: [
    { id: 'ground', label: 'Ground' },
    { id: 'soft', label: 'Soft', ground: 'shelter' },
    { id: 'prize', label: 'Prize', ground: 'goal' },
    { id: 'warm', label: 'Warm', tone: 'good' },
    { id: 'dull', label: 'Dull', tone: 'faint' },
  ],
  bots: [],
  orders: [],
  titles: {},
} as unknown as GameInfo;
const glossary = new Glossary(game);
const INCH = 2540;

const square = (id: number, [x, y]: Point, side: number, more: Partial<Area>): Area => ({
  id,
  term: 'ground',
  outline: {
    corners: [
      [x, y],
      [x + side, y],
      [x + side, y + side],
      [x, y + side],
    ].map(([x = 0, y = 0]): Point => [x * INCH, y * INCH]),
    radius: 0,
  },
  ...more,
});
const base = (id: number, [x, y]: Point): Model => ({
  id,
  name: '',
  pose: { at: [x * INCH, y * INCH] },
  outline: { corners: [[0, 0]], radius: INCH / 2 },
});
const written = (areas: Area[], models: Model[], zoom = 0.1) =>
  labels({ seats: [], areas, models } as unknown as View, glossary, new Sheet([40 * INCH, 40 * INCH]), zoom);

const wood = square(1, [10, 10], 8, { rules: ['soft'] });

it('words stand in the middle of their piece while it is free', () => {
  expect(written([wood], [])).toMatchObject([{ text: 'Soft', at: [1400, 2600] }]);
});

it('no words stand on a base', () => {
  const [label] = written([wood], [base(0, [14, 14])]);
  expect(label).toBeDefined();
  // Letters of 11 pixels, four of them, seen at a tenth.
  const [wide, high] = [4 * 0.62 * 110 + 44, 126.5];
  const [dx, dy] = [Math.abs((label?.at[0] ?? 0) - 1400), Math.abs((label?.at[1] ?? 0) - 2600)];
  expect(dx > wide / 2 + 50 || dy > high / 2 + 50).toBe(true);
});

it('where there is no room there are no words', () => {
  const crowd = Array.from({ length: 400 }, (_, n) => base(n, [5 + (n % 20), 5 + Math.floor(n / 20)]));
  expect(written([wood], crowd)).toEqual([]);
});

it('a piece too small for its words has them when it is seen from near by', () => {
  const bush = square(2, [20, 20], 1, { rules: ['soft'] });
  expect(written([bush], [])).toEqual([]);
  expect(written([bush], [], 0.4)).toHaveLength(1);
});

it('words of a piece at the edge stay on the battlefield', () => {
  const [label] = written([square(3, [0, 0], 2, { rules: ['soft'] })], []);
  // Half of four letters of 11 pixels, seen at a tenth.
  expect(label?.at[0]).toBeCloseTo((4 * 0.62 * 110 + 44) / 2);
});

it('what is fought over comes first, and words do not meet', () => {
  const prizes = [13, 30].map((at, n) => square(n + 5, [at, 13], 2, { term: 'prize' }));
  const all = written([wood, ...prizes], []);
  expect(all.map(({ text }) => text)).toEqual(['1', '2', 'Soft']);
  expect(all[0]?.at).toEqual([1400, 2600]);
  // Half of a number of 16 pixels and half of letters of 11, seen at a tenth.
  expect(Math.abs((all[2]?.at[1] ?? 2600) - 2600)).toBeGreaterThan((184 + 126.5) / 2 - 1);
});

it('marks of an area are written beside its sign, but for faint ones', () => {
  const prize = square(2, [10, 10], 8, { term: 'prize', marks: [{ term: 'warm' }, { term: 'dull' }] });
  expect(written([prize], []).map(({ text }) => text)).toEqual(['p', 'Warm']);
  const dull = square(2, [10, 10], 8, { term: 'prize', marks: [{ term: 'dull' }] });
  expect(written([dull], []).map(({ text }) => text)).toEqual(['p']);
});
