// Starting a match: seeds, dice that can be checked, and the match of somebody who just wants to play.

import { api } from '../api';
import type {
  DiceFrom,
  FieldChoice,
  GameInfo,
  HolderChoice,
  NewMatch,
  Order,
  Player,
  Promise as DicePromise,
} from '../wire';
import { recall, remember } from '../memory';
import { numbered, rememberedNames } from './names';

/** Seeds are below this. */
export const SEEDS = 2 ** 31;

/** A seed that nobody chose. */
export function freshSeed(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % SEEDS;
}

/** The battlefield of a seed, in games that have battlefields. */
export function seeded(game: GameInfo, seed: number): { field?: FieldChoice } {
  return game.fields.length > 0 ? { field: { seed } } : {};
}

/** What a seat adds to the dice: nobody, the server included, could have known it before. */
function contribution(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Dice from a promise and what each seat adds to it. */
export function diceOf(promise: DicePromise, seats: number): DiceFrom {
  return { promised: { promise: promise.id, contributions: Array.from({ length: seats }, contribution) } };
}

/** Dice that can be checked afterwards. */
export async function promisedDice(seats: number): Promise<DiceFrom> {
  return diceOf(await api.promise(), seats);
}

/** One person against the strongest bot, with ready armies, on the battlefield of a seed; all but the dice. */
export function quickMatch(game: GameInfo, seed: number): Omit<NewMatch, 'dice'> {
  const seats = Math.max(2, game.seats[0]);
  const players = rememberedNames(seats).map((name, seat): Player => {
    const army = game.armies[seat % game.armies.length]?.list;
    return army ? { name, army } : { name: name || numbered(seat) };
  });
  const strongest = game.bots.at(-1);
  const holders = players.map((_, seat): HolderChoice =>
    seat === 0 || !strongest ? 'person' : { bot: { level: strongest.id } },
  );
  const orders = game.quick_start.map((order): [number, Order] => [0, order]);
  return { game: game.id, setup: { players, ...seeded(game, seed) }, holders, orders };
}

/** Remembers a match that was prepared for somebody, to be started again if they would rather do that themselves. */
export function rememberQuick(id: string, match: Omit<NewMatch, 'dice'>): void {
  remember('quick', JSON.stringify({ id, match }));
}

/** The same match with nothing prepared, if this is the match that was prepared last. */
export function unprepared(id: string): Omit<NewMatch, 'dice'> | undefined {
  try {
    const kept = JSON.parse(recall('quick') ?? '{}') as { id?: string; match?: Omit<NewMatch, 'dice'> };
    return kept.id === id && kept.match ? { ...kept.match, orders: [] } : undefined;
  } catch {
    return undefined;
  }
}

/** Starts a match and returns its id. */
export async function begin(match: Omit<NewMatch, 'dice'>): Promise<string> {
  const dice = await promisedDice(match.holders.length);
  return (await api.begin({ ...match, dice })).id;
}
