import { describe, expect, it } from 'vitest';

import type { Setting, SettingKind, Value } from '../wire';
import { applies, changed, fits, grouped, read, same, shown, valueOf, writeLength, written } from './values';

function setting(kind: SettingKind, parts: Partial<Setting> = {}): Setting {
  const plain = { name: 'a.b', label: 'Label', text: 'What it decides.', rule: 'x.ruling.a', group: 'Group' };
  return { ...plain, kind, default: 'none', ...parts };
}
const number = setting({ number: { min: 1, max: 12, optional: true } });
const length = setting({ length: { optional: false } });
const dice = setting('dice');

function check(of: Setting, text: string, value: Value): void {
  expect(read(of, text), text).toEqual({ value });
}
function refuse(of: Setting, text: string, part: string): void {
  const got = read(of, text);
  expect('fault' in got ? got.fault : JSON.stringify(got), text).toContain(part);
}

describe('what is typed', () => {
  it('is a whole number within its bounds, or nothing where that is allowed', () => {
    check(number, ' 7 ', { number: 7 });
    check(number, '', 'none');
    refuse(number, '13', 'from 1 to 12, or leave it empty');
    refuse(number, '1.5', 'whole number');
    refuse(number, '1e1', 'whole number');
    refuse(setting({ number: { min: -3, max: 0, optional: false } }), '', 'from -3 to 0');
    check(setting({ number: { min: -3, max: 0, optional: false } }), '-2', { number: -2 });
  });

  it('is a length in inches or millimetres', () => {
    check(length, '3 in', { length: 7620 });
    check(length, '3.5"', { length: 8890 });
    check(length, '7', { length: 17_780 });
    check(length, '32mm', { length: 3200 });
    check(length, '0', { length: 0 });
    refuse(length, '-1 in', 'such as 3 in');
    refuse(length, '', 'such as 3 in');
    refuse(length, '401', 'at most 400 in');
    check(setting({ length: { optional: true } }), '', 'none');
  });

  it('is dice, in the one way the server takes', () => {
    check(dice, 'd6', { dice: 'D6' });
    check(dice, '1d6', { dice: 'D6' });
    check(dice, '2 d 6 + 1', { dice: '2D6+1' });
    check(dice, '2D6-0', { dice: '2D6' });
    check(dice, '1D33', { dice: '1D33' });
    check(dice, '0  0 1 1 1 2', { dice: '0 0 1 1 1 2' });
    check(dice, '1 2 3', { dice: 'D3' });
    refuse(dice, 'many', 'such as 2D6');
    refuse(dice, '0D6', 'such as 2D6');
    refuse(dice, Array.from({ length: 21 }, () => '0').join(' '), 'such as 2D6');
  });
});

it('a length is written so that reading it gives the same length', () => {
  expect([7620, 1270, 127, 3200, 1].map(writeLength)).toEqual(['3 in', '0.5 in', '0.05 in', '32 mm', '0.01 mm']);
  for (const units of [0, 1, 127, 999, 2540, 3200, 10_160, 12_827, 1_016_000]) {
    check(length, writeLength(units), { length: units });
  }
});

it('every kind of value is shown in words', () => {
  const label = (word: string): string => word.toUpperCase();
  const values: Value[] = ['none', { switch: true }, { number: -3 }, { length: 2540 }, { choice: 'a' }, { set: [] }];
  const texts = [...values, { set: ['a', 'b'] }, { dice: '2D6' }].map((value) => shown(value, label));
  expect(texts).toEqual(['none', 'yes', '-3', '1 in', 'A', 'none of them', 'A, B', '2D6']);
  expect(written('none')).toBe('');
});

describe('a form', () => {
  const first = setting('switch', { name: 'a', default: { switch: false } });
  const second = setting('switch', { name: 'b', default: { switch: false }, needs: ['a', { switch: true }] });
  const third = setting('switch', { name: 'c', default: { switch: false }, needs: ['b', { switch: true }] });
  const all = [first, second, third];

  it('hides what does nothing, through as many steps as it takes', () => {
    expect(applies(third, all, { b: { switch: true } })).toBe(false);
    expect(applies(third, all, { a: { switch: true }, b: { switch: true } })).toBe(true);
    expect(applies(second, all, {})).toBe(false);
  });

  it('says only what differs from the default and does something', () => {
    const values = { a: { switch: false }, b: { switch: true } };
    expect(changed(all, values)).toEqual([]);
    expect(changed(all, { ...values, a: { switch: true } })).toEqual([first, second]);
    expect(valueOf(first, values)).toEqual({ switch: false });
    expect(same({ set: ['a'] }, { set: ['b'] })).toBe(false);
  });

  it('needs that name each other do not hang the page', () => {
    const round = setting('switch', { name: 'r', default: { switch: true }, needs: ['r', { switch: true }] });
    expect(applies(round, [round], {})).toBe(true);
  });

  it('is searched by all words at once', () => {
    expect(fits(first, 'group DECIDES')).toBe(true);
    expect(fits(first, 'group nothing')).toBe(false);
    expect(fits(first, '')).toBe(true);
  });

  it('stands in parts, even where the settings of a part are scattered', () => {
    const part = (name: string, group: string) => setting('switch', { name, group });
    const parts = grouped([part('a', 'One'), part('b', 'Two'), part('c', 'One')]);
    expect(parts.map(([group, settings]) => [group, settings.map(({ name }) => name)])).toEqual([
      ['One', ['a', 'c']],
      ['Two', ['b']],
    ]);
  });
});
