import { beforeEach, expect, it } from 'vitest';

import type { GameInfo } from '../wire';
import { diceOf, freshSeed, quickMatch, rememberQuick, SEEDS, unprepared } from './begin';

const term = (id: string) => ({ id, label: id, text: '', sign: '', tone: 'plain' });
const army = (id: string) => ({ id, text: '', list: { name: id, faction: 'x' } });
const game = (parts: object): GameInfo =>
  ({ id: 'x', seats: [2, 4], armies: [], fields: [], bots: [], quick_start: [], ...parts }) as unknown as GameInfo;

beforeEach(() => localStorage.clear());

it('somebody who just wants to play gets the strongest bot and the first two armies', () => {
  const match = quickMatch(
    game({ armies: [army('a'), army('b')], bots: [term('weak'), term('strong')], fields: [{ id: 'f', text: '' }] }),
    7,
  );
  expect(match.holders).toEqual(['person', { bot: { level: 'strong' } }]);
  expect(match.setup.players.map((player) => [player.name, player.army?.name])).toEqual([
    ['', 'a'],
    ['', 'b'],
  ]);
  expect(match.setup.field).toEqual({ seed: 7 });
});

it('a game without armies, bots and battlefields can be played as well', () => {
  const match = quickMatch(game({ seats: [3, 4] }), 7);
  expect(match.holders).toEqual(['person', 'person', 'person']);
  expect(match.setup).toEqual({ players: [{ name: 'Player 1' }, { name: 'Player 2' }, { name: 'Player 3' }] });
});

it('a match that was prepared can be started again with nothing prepared', () => {
  const match = quickMatch(game({ quick_start: [{ order: 'all-done' }] }), 7);
  expect(match.orders).toEqual([[0, { order: 'all-done' }]]);
  rememberQuick('m1', match);
  expect(unprepared('m1')).toEqual({ ...match, orders: [] });
  expect(unprepared('m2')).toBeUndefined();
});

it('every seat adds something of its own to the dice, short enough for a record', () => {
  const dice = diceOf({ id: 'p', commitment: 'c' }, 3);
  const added = typeof dice === 'object' ? dice.promised.contributions : [];
  expect(new Set(added).size).toBe(3);
  expect(added.every((text) => text.length > 0 && text.length <= 64)).toBe(true);
});

it('seeds are whole numbers below the most', () => {
  for (let n = 0; n < 50; n += 1) {
    const seed = freshSeed();
    expect(Number.isInteger(seed) && seed >= 0 && seed < SEEDS).toBe(true);
  }
});
