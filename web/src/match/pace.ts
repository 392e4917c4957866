// How long each event is shown before the next: long enough to be followed, and never long in all.

import type { Event } from '../wire';

/** All of it takes no longer than this, in milliseconds. */
const LONGEST = 2600;

const DICE = 700;
const WORDS = 320;
const STEP = 70;

/** The pauses after each of these events, in milliseconds. */
export function pace(events: Event[]): number[] {
  const wanted = events.map((event) => {
    if (event.roll) return DICE;
    // Models of a unit go one after the other: together they look like a march.
    const changes = event.changes ?? [];
    return changes.length > 0 && changes.every((change) => 'put-model' in change) ? STEP : WORDS;
  });
  const all = wanted.reduce((sum, pause) => sum + pause, 0);
  const share = all > LONGEST ? LONGEST / all : 1;
  return wanted.map((pause) => pause * share);
}
