import { describe, expect, it } from 'vitest';

import { after } from '../fold';
import type { Event, View } from '../wire';
import { Film } from './film';

/** A match of four rounds of two phases, in which one model walks a step with each event. */
function story(length: number): Event[] {
  const whole = { seats: [], moment: { round: 0, phase: ['setup'] }, models: [], units: [], areas: [], cards: [] };
  return Array.from({ length }, (_, n) => {
    const model = { id: 1, name: 'm', pose: { at: [n, 0] } };
    const changes: object[] = n === 0 ? [{ whole }] : [{ 'put-model': model }];
    if (n > 0 && n % 60 === 0) changes.push({ moment: { round: n / 60, phase: ['act'] } });
    if (n > 0 && n % 60 === 30) changes.push({ moment: { round: Math.floor(n / 60), phase: ['fight'] } });
    return { n, changes } as unknown as Event;
  });
}

function plainly(events: Event[], at: number): View | undefined {
  return events.slice(0, at + 1).reduce<View | undefined>(after, undefined);
}

describe('a film', () => {
  const events = story(250);

  it('shows the same at every place, however one gets there', () => {
    const film = new Film(events);
    const forward = events.map((_, at) => at);
    const jumps = [249, 0, 50, 49, 51, 199, 200, 100, 99, 249, 7, 7, 8];
    for (const at of [...forward, ...forward.toReversed(), ...jumps]) {
      expect(film.viewAt(at), `at ${at}`).toEqual(plainly(events, at));
    }
  });

  it('folds no more than a few dozen events for any jump', () => {
    let folded = 0;
    const counted = events.map((event) => ({
      ...event,
      get changes() {
        folded += 1;
        return event.changes ?? [];
      },
    }));
    const film = new Film(counted);
    folded = 0;
    film.viewAt(249);
    expect(folded).toBeLessThanOrEqual(50);
    folded = 0;
    film.viewAt(248);
    film.viewAt(249);
    expect(folded).toBeLessThanOrEqual(50);
  });

  it('knows where rounds and phases begin', () => {
    const film = new Film(events);
    expect(film.rounds.map(({ at, round }) => [at, round])).toEqual([
      [0, 0],
      [60, 1],
      [120, 2],
      [180, 3],
      [240, 4],
    ]);
    const phases = film.ticks.filter(({ phase }) => phase !== undefined);
    expect(phases.map(({ at, phase }) => [at, phase])).toEqual([
      [30, 'fight'],
      [90, 'fight'],
      [150, 'fight'],
      [210, 'fight'],
    ]);
  });

  it('jumps from round to round, and stops at both ends', () => {
    const film = new Film(events);
    expect([0, 59, 60, 200, 240, 249].map((at) => film.roundFrom(at, true))).toEqual([60, 60, 120, 240, 249, 249]);
    expect([0, 60, 61, 249].map((at) => film.roundFrom(at, false))).toEqual([0, 0, 60, 240]);
  });

  it('may be empty', () => {
    const film = new Film([]);
    expect([film.end, film.viewAt(0), film.roundFrom(0, true)]).toEqual([0, undefined, 0]);
  });
});
