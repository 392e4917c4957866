// What a new match will be, while it is put together.

import { api } from '../api';
import type { ArmyInfo, Fault, GameInfo, HolderChoice, NewMatch, Pack, Player, Setting, Value } from '../wire';
import { freshSeed, SEEDS } from './begin';
import { nameFaults, numbered, rememberedNames } from './names';
import { furnished, type Sketch } from './sketch';
import { changed, same, valueOf, type Values } from './values';

/** Who sits where, with what. */
export interface SeatForm {
  name: string;
  person: boolean;
  level: string;
  army: string | undefined;
}

export class Form {
  game: GameInfo = $state.raw() as GameInfo;
  seats: SeatForm[] = $state([]);
  seed = $state(freshSeed());
  /** The battlefield that was picked from the list; otherwise one is made from the seed. */
  ready: string | undefined = $state();
  /** What somebody brings: factions of their own. */
  packs: Pack[] = $state.raw([]);
  /** The armies to choose from, those of the packs among them. */
  armies: ArmyInfo[] = $state.raw([]);
  /** Whether dice are typed in. */
  typed = $state(false);
  values: Values = $state.raw({});
  /** What was typed and cannot be read, by setting. */
  wrong: Record<string, string> = $state.raw({});

  constructor(game: GameInfo, people: boolean, seed?: number) {
    this.game = game;
    if (seed !== undefined) this.seed = seed;
    this.armies = game.armies;
    const names = rememberedNames(game.seats[1]);
    const count = Math.max(2, game.seats[0]);
    this.seats = names.slice(0, count).map((name, seat) => this.seat(name, seat === 0 || people, seat));
  }

  /** Plays another game with the same people. */
  choose(game: GameInfo): void {
    if (game.id === this.game.id) return;
    this.game = game;
    this.packs = [];
    this.armies = game.armies;
    this.ready = undefined;
    this.values = {};
    this.wrong = {};
    const [least, most] = game.seats;
    const kept = this.seats.slice(0, most);
    this.seats = kept.map(({ name, person }, seat) => this.seat(name, person, seat));
    while (this.seats.length < least) this.add();
  }

  private seat(name: string, person: boolean, seat: number): SeatForm {
    const { bots } = this.game;
    return { name, person: person || bots.length === 0, level: bots.at(-1)?.id ?? '', army: this.usual(seat) };
  }

  /** The army that a seat leads when nobody chose one. */
  private usual(seat: number): string | undefined {
    return this.armies[seat % this.armies.length]?.id;
  }

  /** Brings packs, each instead of one that is called the same, unless something is wrong with them. */
  bring(packs: Pack[]): Promise<Fault[]> {
    return this.equip([...this.packs.filter(({ file }) => !packs.some((pack) => pack.file === file)), ...packs]);
  }

  /** Leaves a pack at home. */
  leave(pack: Pack): Promise<Fault[]> {
    return this.equip(this.packs.filter((other) => other !== pack));
  }

  private async equip(packs: Pack[]): Promise<Fault[]> {
    const { game } = this;
    const { armies, faults } = await api.armies(game.id, packs);
    // By now another game may have been chosen.
    if (faults.length > 0 || game !== this.game) return faults;
    this.packs = packs;
    this.armies = armies;
    for (const [at, seat] of this.seats.entries()) {
      if (!armies.some(({ id }) => id === seat.army)) seat.army = this.usual(at);
    }
    return [];
  }

  get mayAdd(): boolean {
    return this.seats.length < this.game.seats[1];
  }

  get mayRemove(): boolean {
    return this.seats.length > this.game.seats[0];
  }

  add(): void {
    const taken = this.seats.map(({ name }) => name);
    const free = rememberedNames(4).find((name) => name && !nameFaults([...taken, name]).some(Boolean));
    this.seats.push(this.seat(free ?? '', false, this.seats.length));
  }

  remove(seat: number): void {
    this.seats.splice(seat, 1);
  }

  set(setting: Setting, value: Value): void {
    const others = without(this.values, setting.name);
    this.values = same(value, setting.default) ? others : { ...others, [setting.name]: value };
    this.doubt(setting, undefined);
  }

  /** Notes that what was typed for a setting cannot be read. */
  doubt(setting: Setting, fault: string | undefined): void {
    const others = without(this.wrong, setting.name);
    this.wrong = fault === undefined ? others : { ...others, [setting.name]: fault };
  }

  get changed(): Setting[] {
    return changed(this.game.settings, this.values);
  }

  get names(): string[] {
    return this.seats.map(({ name }) => name.trim());
  }

  get nameFaults(): (string | undefined)[] {
    return nameFaults(this.names);
  }

  /** All that has to be mended before the match can start. */
  get problems(): string[] {
    const told = (what: string, fault: string | undefined) => (fault === undefined ? undefined : `${what}: ${fault}`);
    const names = this.nameFaults.map((fault, seat) => told(`player ${seat + 1}`, fault));
    const settings = this.game.settings.map(({ name, label }) => told(label, this.wrong[name]));
    const nobody = this.seats.some(({ person }) => person) ? undefined : 'at least one player must be a person';
    const seed = this.seedIsFine ? undefined : `the seed of the battlefield must be a whole number below ${SEEDS}`;
    return [...names, nobody, seed, ...settings].filter((problem) => problem !== undefined);
  }

  get seedIsFine(): boolean {
    return Number.isInteger(this.seed) && this.seed >= 0 && this.seed < SEEDS;
  }

  /** All that changes how the match begins. There one name is as good as another. */
  get sketch(): Sketch {
    const settings = Object.fromEntries(this.changed.map((one) => [one.name, valueOf(one, this.values)]));
    const players = this.players(this.seats.map((_, seat) => numbered(seat)));
    const packs = this.packs.length > 0 ? { packs: this.packs } : {};
    return { setup: { players, settings, ...packs }, ready: this.ready, seed: this.seed };
  }

  private players(names: string[]): Player[] {
    return this.seats.map(({ army }, seat) => {
      const list = this.armies.find(({ id }) => id === army)?.list;
      const name = names[seat] ?? '';
      return list ? { name, army: list } : { name: name || numbered(seat) };
    });
  }

  get holders(): HolderChoice[] {
    return this.seats.map(({ person, level }) => (person ? 'person' : { bot: { level } }));
  }

  /** The whole match but for its dice. */
  async match(): Promise<Omit<NewMatch, 'dice'>> {
    const sketch = this.sketch;
    const setup = { ...(await furnished(sketch, this.game)), players: this.players(this.names) };
    return { game: this.game.id, setup, holders: this.holders };
  }
}

function without<T>(all: Record<string, T>, name: string): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([other]) => other !== name));
}

/** Armies with those of their faction, as menus list them: the cheapest first. */
export function byFaction(armies: ArmyInfo[]): [string, ArmyInfo[]][] {
  const factions = new Map<string, ArmyInfo[]>();
  for (const army of armies.toSorted((one, other) => one.cost - other.cost)) {
    factions.set(army.faction, [...(factions.get(army.faction) ?? []), army]);
  }
  return [...factions];
}
