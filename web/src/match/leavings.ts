// Who left before the end, as the game tells it.

import type { Event } from '../wire';

/** The sentences of those events in which a seat leaves, in their order. */
export function leavings(events: Event[]): string[] {
  const gone = new Set<number>();
  const told: string[] = [];
  for (const event of events) {
    for (const change of event.changes ?? []) {
      const seat = 'put-seat' in change ? change['put-seat'] : undefined;
      if (!seat?.gone || gone.has(seat.id)) continue;
      gone.add(seat.id);
      if (event.text?.sentence) told.push(event.text.sentence);
    }
  }
  return told;
}
