// Views, as events change them. A view is never changed in place: whoever holds one keeps it.

import type { Change, Event, View } from './wire';

/** The view after a change. */
export function fold(view: View | undefined, change: Change): View | undefined {
  if ('whole' in change) return change.whole;
  if (!view) return view;
  if ('moment' in change) return { ...view, moment: change.moment };
  if ('put-seat' in change) return { ...view, seats: put(view.seats, change['put-seat']) };
  if ('put-area' in change) return { ...view, areas: put(view.areas, change['put-area']) };
  if ('put-unit' in change) return { ...view, units: put(view.units, change['put-unit']) };
  if ('put-model' in change) return { ...view, models: put(view.models, change['put-model']) };
  if ('put-card' in change) return { ...view, cards: put(view.cards, change['put-card']) };
  if ('drop-area' in change) return { ...view, areas: drop(view.areas, change['drop-area']) };
  if ('drop-unit' in change) return { ...view, units: drop(view.units, change['drop-unit']) };
  if ('drop-model' in change) return { ...view, models: drop(view.models, change['drop-model']) };
  return { ...view, cards: drop(view.cards, change['drop-card']) };
}

/** The view after an event. */
export function after(view: View | undefined, event: Event): View | undefined {
  return (event.changes ?? []).reduce(fold, view);
}

/** The list, sorted by id, with an item new or in place of the one it replaces. */
function put<T extends { id: number }>(list: T[], item: T): T[] {
  const at = list.findIndex((other) => other.id >= item.id);
  if (at < 0) return [...list, item];
  return list[at]?.id === item.id ? list.with(at, item) : list.toSpliced(at, 0, item);
}

function drop<T extends { id: number }>(list: T[], id: number): T[] {
  return list.filter((item) => item.id !== id);
}
