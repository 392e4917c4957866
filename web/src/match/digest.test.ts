import { expect, it } from 'vitest';

import { Glossary } from '../names';
import type { Event, GameInfo, Model, Roll, View } from '../wire';
import { Digest } from './digest';

const game = { terms: [], bots: [], orders: [], titles: {} } as unknown as GameInfo;
const model = (id: number, at?: [number, number]): Model => ({
  id,
  unit: 0,
  name: `m${id}`,
  outline: { corners: [[0, 0]], radius: 1 },
  ...(at ? { pose: { at } } : {}),
});
const view = {
  seats: [{ id: 0, name: 'Ann', gone: false }],
  units: [{ id: 0, seat: 0, card: 0, name: 'Rangers', place: 'on-field' }],
  models: [model(0, [0, 0]), model(1, [2540, 0])],
  moment: { round: 1, phase: ['march'] },
  areas: [],
  cards: [],
} as unknown as View;

function told(...events: Omit<Event, 'n'>[]): Digest {
  const digest = new Digest(new Glossary(game));
  [{ changes: [{ whole: view }] }, ...events].forEach((event, n) => digest.add({ n, ...event }));
  return digest;
}

const says = (sentence: string) => ({ text: { sentence } });
const goes = (id: number, at: [number, number]) => ({
  ...says(`m${id} goes`),
  changes: [{ 'put-model': model(id, at) }],
});

it('models of one unit that go one after the other are one entry', () => {
  const { entries } = told(goes(0, [2540, 2540]), goes(1, [5080, 2540]), says('done'));
  expect(entries.map((entry) => entry.sentence)).toEqual(["Ann's Rangers: moved to about (1.5 in, 1 in)", 'done']);
  expect(entries[0]?.events.length).toBe(2);
});

it('a model that goes alone is told as the game tells it', () => {
  expect(told(goes(0, [2540, 2540]), says('done')).entries[0]?.sentence).toBe('m0 goes');
});

it('dice are told with what comes of them', () => {
  const roll = { seat: 0, why: 'a.b', dice: [{ id: 0, faces: 'D6', shows: 4 }] } as unknown as Roll;
  const by = (sentence: string, rule: string) => ({ text: { sentence, rules: [rule] } });
  const { entries } = told(
    { ...by('Ann rolls 4', 'a.b'), roll },
    { ...by('Ann rolls 5', 'a.b'), roll },
    by('it hits', 'a.b'),
  );
  expect(entries.map((entry) => entry.sentence)).toEqual(['it hits']);
  expect(entries[0]?.events.length).toBe(3);
  const apart = told({ ...by('Ann rolls 4', 'a.b'), roll }, by('Bo bids 1', 'c.d'));
  expect(apart.entries.map((entry) => entry.sentence)).toEqual(['Ann rolls 4', 'Bo bids 1']);
});

it('what a step came to stands in place of what was told in it, and unfolds to it', () => {
  const recap = { ...says('Ann moves.'), since: 2 };
  const { entries } = told(says('before'), goes(0, [2540, 2540]), goes(1, [5080, 2540]), says('turn'), recap);
  expect(entries.map((entry) => entry.sentence)).toEqual(['before', 'Ann moves.']);
  expect(entries[1]?.n).toBe(5);
  expect(entries[1]?.parts.map((part) => part.sentence)).toEqual([
    "Ann's Rangers: moved to about (1.5 in, 1 in)",
    'turn',
  ]);
});

it('what is told after that is an entry of its own, until it is summed up in turn', () => {
  const digest = told(says('one'), { ...says('once'), since: 1 }, goes(0, [2540, 2540]), says('two'));
  expect(digest.entries.map((entry) => entry.sentence)).toEqual(['once', 'm0 goes', 'two']);
  digest.add({ n: 5, ...says('again'), since: 3 });
  expect(digest.entries.map((entry) => [entry.sentence, entry.parts.length])).toEqual([
    ['once', 1],
    ['again', 2],
  ]);
});

it('dice that fell in one step are not told with what happens in the next', () => {
  const roll = { seat: 0, why: 'a.b', dice: [{ id: 0, faces: 'D6', shows: 4 }] } as unknown as Roll;
  const by = (sentence: string, rule: string) => ({ text: { sentence, rules: [rule] } });
  const { entries } = told(
    { ...by('Ann rolls 4', 'a.b'), roll },
    { ...says('rolled'), since: 1 },
    by('it hits', 'a.b'),
  );
  expect(entries.map((entry) => entry.sentence)).toEqual(['rolled', 'it hits']);
});

it('headings stay, and what a step came to stands under the one under which most of it happened', () => {
  const moment = (round: number, phase: string) => ({ changes: [{ moment: { round, phase: [phase] } }] });
  const ends = told(says('one'), says('two'), { ...says('over'), ...moment(1, 'night') }, { ...says('sum'), since: 1 });
  const begins = told({ ...says('round'), ...moment(2, 'march') }, says('one'), { ...says('sum'), since: 1 });
  const seen = ({ entries }: Digest) => entries.map((entry) => [entry.sentence, entry.parts.length]);
  expect(seen(ends)).toEqual([
    ['sum', 3],
    ['night', 0],
  ]);
  expect(seen(begins)).toEqual([
    ['Round 2', 0],
    ['sum', 2],
  ]);
});

it('a new round and a new phase are headings', () => {
  const moment = (round: number, phase: string) => ({ changes: [{ moment: { round, phase: [phase] } }] });
  const { entries } = told(moment(2, 'march'), moment(2, 'night-watch'));
  expect(entries.map((entry) => [entry.heading, entry.sentence])).toEqual([
    [true, 'Round 2'],
    [true, 'night watch'],
  ]);
});

it('a phase of which nothing was told before the next round is no heading', () => {
  const moment = (round: number, phase: string) => ({ changes: [{ moment: { round, phase: [phase] } }] });
  const seen = ({ entries }: Digest) => entries.map((entry) => entry.sentence);
  const dawn = { ...says('Round 2 begins'), ...moment(2, 'dawn') };
  expect(seen(told(says('over'), moment(1, 'dawn'), dawn))).toEqual(['over', 'Round 2', 'Round 2 begins']);
  expect(seen(told(moment(1, 'dawn'), says('light'), dawn))).toEqual(['dawn', 'light', 'Round 2', 'Round 2 begins']);
});
