import { expect, it } from 'vitest';

import { counted, Glossary, inside, left, place } from './names';
import type { Counter, GameInfo, Unit, View } from './wire';

const terms = [
  { id: 'luck', label: 'Luck', tone: 'plain' },
  { id: 'harm', label: 'Harm', tone: 'bad' },
];
const glossary = new Glossary({ terms, bots: [], orders: [], titles: {} } as unknown as GameInfo);
const counter = (term: string, value: number, of?: number): Counter => ({
  term,
  value,
  shown: 'base',
  ...(of === undefined ? {} : { of }),
});

it('what is counted says what it is, and of how much', () => {
  expect(counted(glossary, counter('luck', 3, 4))).toBe('Luck 3 of 4');
  expect(counted(glossary, counter('late-news', 2))).toBe('late news 2');
});

it('of what is bad nothing is the best there is', () => {
  expect(left(glossary, counter('luck', 3, 4))).toBe(3);
  expect(left(glossary, counter('harm', 0, 4))).toBe(4);
  expect(left(glossary, counter('harm', 3, 4))).toBe(1);
});

it('a place is written as the rules write it', () => {
  expect(place([11430, 30480])).toBe('(4.5 in, 12 in)');
});

it('a unit aboard another is said to be in it', () => {
  const tram = { id: 4, seat: 0, name: 'Tram', place: 'on-field' } as unknown as Unit;
  const riders: Unit = { ...tram, id: 5, name: 'Riders', place: { inside: 'unit:4' } };
  const view = { units: [tram, riders] } as unknown as View;
  expect(inside(view, glossary, riders)).toBe('in Tram');
  expect(inside(view, glossary, tram)).toBeUndefined();
});
