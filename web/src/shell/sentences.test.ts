import { expect, it } from 'vitest';

import type { MatchInfo } from '../wire';
import { ago, asSentence, holder, result, standing, together } from './sentences';

const outcome = (winners: number[], scores: number[]) => ({ winners, scores, rule: 'x.end.points', word: 'points' });

it('what the server says becomes a sentence, once', () => {
  expect(asSentence("the server can't be reached; is it still running?")).toBe(
    "The server can't be reached; is it still running?",
  );
  expect(asSentence('there is no such match')).toBe('There is no such match.');
  expect(asSentence('moles.toml:7: no rank')).toBe('moles.toml:7: no rank.');
});

it('names are strung together', () => {
  expect([together([]), together(['Ann']), together(['Ann', 'Bo', 'Cy'])]).toEqual(['', 'Ann', 'Ann, Bo and Cy']);
});

it('a result is told to whoever reads it', () => {
  const names = ['Ann', 'Bo'];
  expect(result(outcome([0], [12, 7]), names, [0])).toBe('You won, 12 : 7');
  expect(result(outcome([1], [3, 7]), names, [0])).toBe('Bo won, 3 : 7');
  expect(result(outcome([1], [3, 7]), names, [0, 1])).toBe('Bo won, 3 : 7');
  expect(result(outcome([0, 1], [4, 4]), names)).toBe('Ann and Bo drew, 4 : 4');
  expect(result(outcome([], [0, 0]), names)).toBe('Nobody won, 0 : 0');
});

it('a match that is not over says where it stands', () => {
  const match = { names: ['Ann', 'Bo'], mine: [0], round: 0, outcome: null } as unknown as MatchInfo;
  expect(standing(match)).toBe('Setting up');
  expect(standing({ ...match, round: 3 })).toBe('Round 3');
});

it('seats are held by you, by someone else, or by a bot', () => {
  expect(holder('person', 1, [1], undefined)).toBe('you');
  expect(holder('person', 1, [0, 1], undefined)).toBe('on this screen');
  expect(holder('person', 0, [1], undefined)).toBe('someone else');
  expect(holder({ bot: { level: 'random' } }, 0, [1], undefined)).toBe('Random bot');
});

it('times are rounded down to what people say', () => {
  expect(ago(1000, 1030)).toBe('just now');
  expect(ago(1000, 1000 + 119)).toBe('1 minute ago');
  expect(ago(1000, 1000 + 86_400)).toBe('yesterday');
  expect(ago(1000, 1000 + 20 * 86_400)).toBe('2 weeks ago');
  expect(ago(2000, 1000)).toBe('just now');
});
