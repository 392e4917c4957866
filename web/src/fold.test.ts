import { describe, expect, it } from 'vitest';

import { after, fold } from './fold';
import type { Change, View } from './wire';

const view = {
  game: 'x',
  settings: {},
  seats: [{ id: 0, name: 'Ann', gone: false }],
  moment: { round: 1, phase: [] },
  field: { size: [1, 1] },
  areas: [],
  units: [],
  models: [
    { id: 1, name: 'one' },
    { id: 3, name: 'three' },
  ],
  cards: [],
} as unknown as View;

const model = (id: number, name: string) => ({ 'put-model': { id, name } }) as unknown as Change;
const names = (folded: View | undefined) => folded?.models.map((one) => one.name);

describe('folding', () => {
  it('puts what is new where its id belongs, and replaces what was there', () => {
    expect(names(fold(view, model(2, 'two')))).toEqual(['one', 'two', 'three']);
    expect(names(fold(view, model(4, 'four')))).toEqual(['one', 'three', 'four']);
    expect(names(fold(view, model(3, 'other')))).toEqual(['one', 'other']);
  });

  it('drops what is gone, and does not mind what never was', () => {
    expect(names(fold(view, { 'drop-model': 1 }))).toEqual(['three']);
    expect(names(fold(view, { 'drop-model': 9 }))).toEqual(['one', 'three']);
  });

  it('knows every kind of change', () => {
    const part = { id: 7 };
    for (const [put, drop, list] of [
      ['put-area', 'drop-area', 'areas'],
      ['put-unit', 'drop-unit', 'units'],
      ['put-model', 'drop-model', 'models'],
      ['put-card', 'drop-card', 'cards'],
    ] as const) {
      const with7 = fold(view, { [put]: part } as unknown as Change);
      expect(with7?.[list], put).toContainEqual(part);
      expect(fold(with7, { [drop]: 7 } as unknown as Change)?.[list], drop).toEqual(view[list]);
    }
    expect(fold(view, { 'put-seat': { id: 0, name: 'Bo', gone: true } })?.seats[0]?.name).toBe('Bo');
    expect(fold(view, { moment: { round: 2, phase: ['x'] } })?.moment.round).toBe(2);
  });

  it('leaves the view that it was given alone', () => {
    const before = structuredClone(view);
    fold(view, model(1, 'changed'));
    fold(view, { 'drop-model': 1 });
    expect(view).toEqual(before);
  });

  it('begins with a whole view, and knows nothing before it', () => {
    expect(fold(undefined, model(1, 'one'))).toBeUndefined();
    const event = { n: 0, changes: [{ whole: view }, model(2, 'two')] };
    expect(names(after(undefined, event))).toEqual(['one', 'two', 'three']);
    expect(after(view, { n: 1 })).toBe(view);
  });
});
