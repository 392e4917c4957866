// The log as people read it: what a step came to in one entry, which unfolds to what was told in it; there, models that
// moved together in one entry, dice beside what came of them.

import { fielded, place, type Glossary } from '../names';
import type { Event, View } from '../wire';
import { after } from '../fold';
import { middleOf } from './formation';

/** An entry of the log. */
export interface Entry {
  /** The number of its last event. */
  n: number;
  /** What happened. */
  sentence: string;
  /** What it points at. */
  refs: string[];
  /** The events it tells of, with their rules, dice and proofs. */
  events: Event[];
  /** The beginning of a round or phase. */
  heading: boolean;
  /** The entries it stands for, if it says what a step came to. */
  parts: Entry[];
}

interface March {
  unit: number;
  down: boolean;
}

/** Tells events as entries, and follows the view so that it can say what changed. */
export class Digest {
  readonly entries: Entry[] = [];
  private view: View | undefined;
  private march: March | undefined;
  private rolls: Event[] = [];
  /** The heading of the phase, unless a round began since. */
  private phase: Entry | undefined;

  constructor(private readonly glossary: Glossary) {}

  add(event: Event): void {
    if (event.since !== undefined) {
      this.view = after(this.view, event);
      this.sumUp(event, event.since);
      return;
    }
    const march = this.marching(event);
    const heading = this.heading(event);
    this.view = after(this.view, event);
    if (heading) {
      this.march = undefined;
      // Of the phase that a round begins with, nothing was told.
      if (heading.round && this.phase && this.entries.at(-1) === this.phase) this.entries.pop();
      const { sentence } = heading;
      const entry: Entry = { n: event.n, sentence, refs: [], events: [], heading: true, parts: [] };
      this.entries.push(entry);
      this.phase = heading.round ? undefined : entry;
    }
    if (!event.text?.sentence) return;
    if (event.roll) {
      this.rolls.push(event);
      this.march = undefined;
      // Dice are told with what comes of them; until then they stand for themselves.
      this.entries.push(this.entry(event));
      return;
    }
    const last = this.entries.at(-1);
    if (march && last && this.march && this.march.unit === march.unit && this.march.down === march.down) {
      last.n = event.n;
      last.events.push(event);
      last.sentence = this.marched(march, last.events.length) ?? last.sentence;
      return;
    }
    this.march = march;
    if (last && this.rolls.some((roll) => related(roll, event)) && last.events.at(-1) === this.rolls.at(-1)) {
      const rolls = this.rolls;
      while (rolls.includes(this.entries.at(-1)?.events[0] as Event)) this.entries.pop();
      this.entries.push({ ...this.entry(event), events: [...rolls, event] });
    } else this.entries.push(this.entry(event));
    this.rolls = [];
  }

  private entry(event: Event): Entry {
    const { sentence = '', refs = [] } = event.text ?? {};
    return { n: event.n, sentence, refs, events: [event], heading: false, parts: [] };
  }

  /** Puts what a step came to in place of what was told in it. Headings stay, and it stands under the one under which
   * most of it happened. */
  private sumUp(event: Event, since: number): void {
    this.march = undefined;
    this.rolls = [];
    const first = this.entries.findIndex((entry) => entry.n >= since);
    const told = first < 0 ? [] : this.entries.splice(first);
    const under: { heading?: Entry; parts: Entry[] }[] = [{ parts: [] }];
    for (const entry of told) {
      if (entry.heading) under.push({ heading: entry, parts: [] });
      else under.at(-1)?.parts.push(entry);
    }
    const most = Math.max(...under.map(({ parts }) => parts.length));
    const home = under.findIndex(({ parts }) => parts.length === most);
    under.forEach(({ heading }, place) => {
      if (heading) this.entries.push(heading);
      if (place !== home) return;
      this.entries.push({ ...this.entry(event), events: [], parts: told.filter((entry) => !entry.heading) });
    });
  }

  /** The round and phase that begin with an event. */
  private heading(event: Event): { sentence: string; round: boolean } | undefined {
    for (const change of event.changes ?? []) {
      const moment = 'moment' in change ? change.moment : undefined;
      const before = this.view?.moment;
      if (!moment || !before) continue;
      if (moment.round !== before.round) return { sentence: `Round ${moment.round}`, round: true };
      const [phase] = moment.phase;
      if (phase !== undefined && phase !== before.phase[0])
        return { sentence: this.glossary.label(phase), round: false };
    }
    return undefined;
  }

  /** The unit of which an event moves one model and does nothing else. */
  private marching(event: Event): March | undefined {
    const [change, ...more] = event.changes ?? [];
    if (!change || more.length > 0 || !('put-model' in change)) return undefined;
    const model = change['put-model'];
    const before = this.view?.models.find((other) => other.id === model.id);
    if (model.unit === undefined || !model.pose || !before) return undefined;
    const moved = JSON.stringify({ ...before, pose: undefined }) === JSON.stringify({ ...model, pose: undefined });
    return moved ? { unit: model.unit, down: before.pose === undefined } : undefined;
  }

  private marched(march: March, models: number): string | undefined {
    const view = this.view;
    const unit = view?.units.find((other) => other.id === march.unit);
    const seat = view?.seats.find((other) => other.id === unit?.seat);
    if (!view || !unit || !seat) return undefined;
    const standing = fielded(view, unit.id);
    const poses = standing.map((model) => model.pose).filter((pose) => pose !== undefined);
    const who = models >= standing.length ? '' : ` (${models} of ${standing.length})`;
    // Without a verb: a unit may be one model or many.
    const went = march.down ? 'placed around' : 'moved to about';
    // Some games name a unit after its player.
    const whose = unit.name.startsWith(seat.name) ? '' : `${seat.name}'s `;
    return `${whose}${unit.name}${who}: ${went} ${place(middleOf(poses))}`;
  }
}

/** Whether what happened came of a roll: both stand on one rule, or speak of one thing. */
function related(roll: Event, event: Event): boolean {
  const shares = (one: string[] = [], other: string[] = []) => one.some((each) => other.includes(each));
  return shares(roll.text?.rules, event.text?.rules) || shares(roll.text?.refs, event.text?.refs);
}
