import { beforeEach, expect, it } from 'vitest';

import { remember } from '../memory';
import { nameFaults, rememberedNames, rememberNames } from './names';

beforeEach(() => localStorage.clear());

it('good names have no fault', () => {
  expect(nameFaults(['Ann', 'Bo', 'Ånn', 'x'.repeat(40)])).toEqual([undefined, undefined, undefined, undefined]);
  // Forty signs, though more than forty units of UTF-16.
  expect(nameFaults(['🎲'.repeat(40)])).toEqual([undefined]);
});

it('what the server would refuse is refused, with the reason', () => {
  const [empty, long, bell, gap, twice] = nameFaults(['', 'x'.repeat(41), 'a\u0007b', ' Bo', 'Cy']);
  // Whoever has no name is called after the army.
  expect(empty).toBeUndefined();
  expect(long).toContain('not 41');
  expect(bell).toContain('visible');
  expect(gap).toContain('visible');
  expect(twice).toBeUndefined();
  expect(nameFaults(['Ann', 'ANN'])).toEqual([undefined, 'another player is already called ANN']);
});

it('names are remembered, never alike, and blank where nobody chose one', () => {
  expect(rememberedNames(2)).toEqual(['', '']);
  rememberNames(['heron', 'Ann', '', 'HERON']);
  expect(rememberedNames(4)).toEqual(['heron', 'Ann', '', '']);
});

it('a spoilt memory does no harm', () => {
  remember('names', '{"length":');
  expect(rememberedNames(2)).toEqual(['', '']);
  remember('names', '[7, "", "Ann"]');
  expect(rememberedNames(2)).toEqual(['Ann', '']);
});
