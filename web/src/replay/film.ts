// A match to be seen again: the view after each of its events, and where its rounds and phases begin.

import { after } from '../fold';
import type { Event, View } from '../wire';

/** Where something begins. */
export interface Tick {
  /** The place of the event that begins it. */
  at: number;
  /** The round; 0 before the first. */
  round: number;
  /** The phase, where it is one that begins. */
  phase: string | undefined;
}

/** A view is kept this often; from the nearest one the rest is folded anew. */
const EVERY = 50;

export class Film {
  private readonly kept: (View | undefined)[] = [];
  private last: { at: number; view: View | undefined } = { at: -1, view: undefined };
  readonly ticks: Tick[];

  constructor(readonly events: Event[]) {
    let view: View | undefined;
    const ticks: Tick[] = [];
    events.forEach((event, at) => {
      const before = view?.moment;
      view = after(view, event);
      if (at % EVERY === 0) this.kept.push(view);
      const now = view?.moment;
      if (!now) return;
      const turned = now.round !== before?.round;
      if (turned || now.phase[0] !== before?.phase[0]) {
        ticks.push({ at, round: now.round, phase: turned ? undefined : now.phase[0] });
      }
    });
    this.ticks = ticks;
  }

  /** The place of the last event. */
  get end(): number {
    return Math.max(this.events.length - 1, 0);
  }

  /** Where the rounds begin. */
  get rounds(): Tick[] {
    return this.ticks.filter(({ phase }) => phase === undefined);
  }

  /** The view after the event at a place. */
  viewAt(at: number): View | undefined {
    const { last } = this;
    const near = Math.floor(at / EVERY) * EVERY;
    // Going on from where one just was is the quickest; that is what playing does.
    let from = last.at <= at && last.at >= near ? last.at : near;
    let view = from === last.at ? last.view : this.kept[near / EVERY];
    while (from < at) {
      from += 1;
      const event = this.events[from];
      if (event) view = after(view, event);
    }
    this.last = { at, view };
    return view;
  }

  /** The beginning of the next round after a place, or of the one before it; the end or the start if there is none. */
  roundFrom(at: number, forward: boolean): number {
    const starts = this.rounds.map((tick) => tick.at);
    return forward ? (starts.find((start) => start > at) ?? this.end) : (starts.findLast((start) => start < at) ?? 0);
  }
}
