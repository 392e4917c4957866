import { beforeEach, describe, expect, it, vi } from 'vitest';

import { api } from '../api';
import type { GameInfo, Setting } from '../wire';
import { byFaction, Form } from './form.svelte';
import { Preview } from './preview.svelte';

const term = (id: string) => ({ id, label: id, text: '', sign: '', tone: 'plain' });
const army = (id: string, faction = 'X', cost = 7) => ({
  id,
  text: '',
  faction,
  cost,
  list: { name: id, faction: 'x' },
});
const rounds: Setting = {
  name: 'end.rounds',
  label: 'Rounds',
  text: '',
  kind: { number: { min: 1, max: 5, optional: false } },
  default: { number: 3 },
  rule: 'x.ruling.rounds',
  group: 'End',
};
const game = {
  id: 'x',
  name: 'X',
  text: '',
  seats: [2, 4],
  settings: [rounds],
  terms: [],
  armies: [army('a'), army('b'), army('c')],
  fields: [{ id: 'bare', text: 'Nothing.' }],
  bots: [term('weak'), term('strong')],
  orders: [],
  titles: {},
  version: 1,
} as unknown as GameInfo;
const other = { ...game, id: 'y', seats: [2, 3], armies: [], fields: [], bots: [] } as GameInfo;

beforeEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

describe('a new match', () => {
  it('begins as one person against the strongest bot', async () => {
    const form = new Form(game, false);
    form.seed = 7;
    const match = await form.match();
    expect(match.holders).toEqual(['person', { bot: { level: 'strong' } }]);
    expect(match.setup.field).toEqual({ seed: 7 });
    expect(form.problems).toEqual([]);
  });

  it('says what differs from the default, and only that', async () => {
    const form = new Form(game, true);
    form.set(rounds, { number: 5 });
    expect((await form.match()).setup.settings).toEqual({ 'end.rounds': { number: 5 } });
    form.set(rounds, { number: 3 });
    expect((await form.match()).setup.settings).toEqual({});
    expect((await form.match()).holders).toEqual(['person', 'person']);
  });

  it('names all that has to be mended', () => {
    const form = new Form(game, false);
    form.seats.forEach((seat) => Object.assign(seat, { name: 'Ann', person: false }));
    form.doubt(rounds, 'enter a whole number from 1 to 5');
    form.seed = 1.5;
    expect(form.problems).toHaveLength(4);
    form.set(rounds, { number: 4 });
    expect(form.problems).toHaveLength(3);
  });

  it('takes in and lets go players within the bounds of the game', () => {
    const form = new Form(game, false);
    form.add();
    form.add();
    expect([form.seats.length, form.mayAdd]).toEqual([4, false]);
    form.seats.forEach((seat, at) => Object.assign(seat, { name: `P${at}` }));
    form.remove(0);
    expect(form.names).toEqual(['P1', 'P2', 'P3']);
    expect(form.mayRemove).toBe(true);
  });

  it('keeps the people when another game is chosen, and forgets what was the old game’s', async () => {
    const form = new Form(game, false);
    form.seats.forEach((seat, at) => Object.assign(seat, { name: `P${at}` }));
    form.add();
    form.add();
    form.set(rounds, { number: 5 });
    form.choose(other);
    expect(form.names).toEqual(['P0', 'P1', '']);
    const match = await form.match();
    // Nobody but people can play a game without bots.
    expect(match).toMatchObject({ game: 'y', holders: ['person', 'person', 'person'] });
    expect([match.setup.field, match.setup.settings]).toEqual([undefined, {}]);
    expect(match.setup.players[0]).toEqual({ name: 'P0' });
  });

  it('brings the text of a battlefield from the list', async () => {
    const field = vi.spyOn(api, 'field').mockResolvedValue('name = "bare"');
    const form = new Form(game, false);
    form.ready = 'bare';
    expect((await form.match()).setup.field).toEqual({ text: 'name = "bare"' });
    await form.match();
    expect(field).toHaveBeenCalledTimes(1);
  });
});

describe('packs', () => {
  const pack = (file: string) => ({ file, text: `id = "${file}"` });

  it('add their armies, and take them along when they are left at home', async () => {
    const armies = vi.spyOn(api, 'armies').mockResolvedValue({ armies: [...game.armies, army('d')], faults: [] });
    const form = new Form(game, false);
    expect(await form.bring([pack('mine.toml')])).toEqual([]);
    form.seats.forEach((seat) => Object.assign(seat, { army: 'd' }));
    const { setup } = await form.match();
    expect([setup.packs, setup.players[1]?.army]).toEqual([[pack('mine.toml')], army('d').list]);

    armies.mockResolvedValue({ armies: game.armies, faults: [] });
    await form.leave(form.packs[0] ?? pack(''));
    const without = (await form.match()).setup;
    expect([without.packs, without.players[1]?.army]).toEqual([undefined, army('b').list]);
  });

  it('change nothing as long as something is wrong with them', async () => {
    const faults = [{ rule: 'x.y.z', text: 'mine.toml:1: no' }];
    vi.spyOn(api, 'armies').mockResolvedValue({ armies: [], faults });
    const form = new Form(game, false);
    expect(await form.bring([pack('mine.toml')])).toEqual(faults);
    expect([form.packs, form.armies]).toEqual([[], game.armies]);
  });

  it('replace one of the same name, and stay with their game', async () => {
    const asked = vi.spyOn(api, 'armies').mockResolvedValue({ armies: game.armies, faults: [] });
    const form = new Form(game, false);
    await form.bring([pack('mine.toml')]);
    await form.bring([{ file: 'mine.toml', text: 'newer' }]);
    expect(asked).toHaveBeenLastCalledWith('x', [{ file: 'mine.toml', text: 'newer' }]);
    form.choose(other);
    expect((await form.match()).setup.packs).toBeUndefined();
  });

  it('are listed by faction, the cheapest army first', () => {
    const listed = byFaction([army('a', 'Sea', 9), army('b', 'Air', 8), army('c', 'Sea', 7)]);
    expect(listed.map(([faction, armies]) => [faction, armies.map(({ id }) => id)])).toEqual([
      ['Sea', ['c', 'a']],
      ['Air', ['b']],
    ]);
  });
});

describe('the preview', () => {
  it('shows the newest answer, whichever comes last', async () => {
    const answers: ((faults: string[]) => void)[] = [];
    vi.spyOn(api, 'opening').mockImplementation(
      () =>
        new Promise((done) => {
          answers.push((texts) => done({ view: null, faults: texts.map((text) => ({ rule: 'x.y.z', text })) }));
        }),
    );
    const form = new Form(game, false);
    const preview = new Preview();
    preview.ask(form.sketch, game, 0);
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    preview.ask(form.sketch, game, 0);
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.(['newest']);
    await vi.waitFor(() => expect(preview.busy).toBe(false));
    answers[0]?.(['oldest']);
    await new Promise((done) => setTimeout(done, 5));
    expect(preview.faults.map((fault) => fault.text)).toEqual(['newest']);
  });
});
