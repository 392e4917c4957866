import { expect, it } from 'vitest';

import type { BookEntry } from '../wire';
import { kindInWords, linked, ruleAddress, sections } from './words';

const entry = (id: string): BookEntry => ({ id, title: id, kind: 'play', text: '', notes: [], see: [] });

it('sections follow the second part of the ids, in the order of the book', () => {
  const found = sections([entry('x.turn-order.a'), entry('x.move.a'), entry('x.turn-order.b')]);
  expect(found.map((section) => [section.title, section.entries.length])).toEqual([
    ['Turn order', 2],
    ['Move', 1],
  ]);
});

it('every kind of entry has plain words, and an unknown one keeps its own', () => {
  expect(kindInWords('ruling')).toBe('ruling, where the book is silent');
  expect(kindInWords('physical')).toBe('for real miniatures');
  expect(kindInWords('riddle')).toBe('riddle');
});

it('an address names the book and the rule', () => {
  expect(ruleAddress('book.plan.choose')).toBe('/rules/book/book.plan.choose');
  expect(ruleAddress('short.move.a', 'long-name')).toBe('/rules/long-name/short.move.a');
});

it('ids within a sentence become links, if there are such rules', () => {
  const known = (id: string): boolean => id === 'x.ruling.measuring' || id === 'x.move.a';
  expect(linked('Rounded up (x.ruling.measuring). See x.move.a', known)).toEqual([
    { text: 'Rounded up (' },
    { text: 'x.ruling.measuring', rule: 'x.ruling.measuring' },
    { text: '). See ' },
    { text: 'x.move.a', rule: 'x.move.a' },
  ]);
  expect(linked('as in www.example.org', known)).toEqual([{ text: 'as in www.example.org' }]);
  expect(linked('', known)).toEqual([]);
});
