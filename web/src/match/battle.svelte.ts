// A match as this page follows it: what was heard, what of it is shown already, and where it stands.

import { api } from '../api';
import { after } from '../fold';
import { Live, type Link } from '../live';
import { Glossary } from '../names';
import type { Answer, Ask, Event, GameInfo, MatchInfo, Now, Since, ToPage, View, Viewer } from '../wire';
import { pace } from './pace';

/** The seat of a viewer; none for a spectator. */
export const seatOf = (viewer: Viewer): number | undefined => (viewer === 'spectator' ? undefined : viewer.seat);

const same = (a: Viewer, b: Viewer): boolean => seatOf(a) === seatOf(b);

export class Battle {
  info: MatchInfo | undefined = $state.raw();
  game: GameInfo | undefined = $state.raw();
  glossary: Glossary | undefined = $state.raw();
  link: Link = $state('joining');
  /** Why the match cannot be followed. */
  trouble: string | undefined = $state();

  /** Through whose eyes the page looks. */
  viewer: Viewer = $state.raw('spectator');
  /** Who must look now, alone, before the page shows anything. */
  gate: number | undefined = $state();

  /** All that was heard through these eyes, and how much of it is shown. */
  heard: Event[] = $state.raw([]);
  shown = $state(0);
  /** What is shown of the battlefield. */
  view: View | undefined = $state.raw();
  now: Now | undefined = $state.raw();

  /** The answer to a question that was shown before it was asked. */
  ahead: { ask: Ask; gives: Answer } | undefined;

  readonly live: Live;
  private telling: number | undefined;
  /** Whether somebody has looked through the eyes of a seat that has secrets. */
  private opened = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {
    this.live = new Live(id, {
      said: (message) => this.hear(message),
      linked: (link, sentence) => {
        this.link = link;
        if (sentence) this.trouble = sentence;
        else if (link === 'open') this.trouble = undefined;
      },
      since: () => this.since(),
    });
  }

  /** Joins the match. */
  async join(): Promise<void> {
    try {
      const info = await api.match(this.id);
      const game = await api.game(info.game);
      this.info = info;
      this.game = game;
      this.glossary = new Glossary(game);
      const [only, ...others] = info.mine;
      this.look(only !== undefined && others.length === 0 ? { seat: only } : 'spectator');
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
  }

  close(): void {
    clearTimeout(this.timer);
    this.live.close();
  }

  /** The seat whose eyes the page looks through. */
  get seat(): number | undefined {
    return seatOf(this.viewer);
  }

  /** Whether everything that was heard is shown. */
  get caughtUp(): boolean {
    return this.shown >= this.heard.length;
  }

  /** Shows all that was heard, at once. */
  catchUp(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    while (!this.caughtUp) this.showNext();
    this.settleEyes();
  }

  /** Somebody has sat down whose secrets may be shown now. */
  open(seat: number): void {
    this.gate = undefined;
    this.opened = true;
    this.look({ seat });
  }

  private look(viewer: Viewer): void {
    if (!same(viewer, this.viewer)) this.forget();
    this.viewer = viewer;
    this.live.look(viewer);
  }

  private forget(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.heard = [];
    this.shown = 0;
    this.telling = undefined;
    this.now = undefined;
  }

  private since(): Since | undefined {
    return this.telling === undefined ? undefined : { telling: this.telling, heard: this.heard.length };
  }

  private hear(message: ToPage): void {
    if ('match' in message) this.info = message.match;
    else if ('heard' in message) this.follow(message.heard.viewer, message.heard.telling, message.heard.events);
    else if ('now' in message && same(message.now.viewer, this.viewer)) {
      this.now = message.now;
      this.settleEyes();
    }
  }

  private follow(viewer: Viewer, telling: number, events: Event[]): void {
    if (!same(viewer, this.viewer)) return;
    const anew = telling !== this.telling;
    if (anew) {
      this.forget();
      this.telling = telling;
    }
    const fresh = events.filter((event) => event.n >= this.heard.length);
    this.heard = [...this.heard, ...fresh];
    if (anew) this.catchUp();
    else this.play();
  }

  /** Shows what was heard, one thing after the other, never for long. */
  private play(): void {
    if (this.timer !== undefined || this.caughtUp) return;
    const pauses = pace(this.heard.slice(this.shown));
    const step = () => {
      this.showNext();
      const pause = pauses.shift();
      if (this.caughtUp || pause === undefined) {
        this.timer = undefined;
        if (this.caughtUp) this.settleEyes();
        else this.play();
      } else this.timer = setTimeout(step, pause);
    };
    step();
  }

  private showNext(): void {
    const event = this.heard[this.shown];
    if (!event) return;
    this.view = after(this.view, event);
    this.shown += 1;
  }

  /**
   * Where several people share the page, it looks through the eyes of whoever is asked. What is not for everybody's
   * eyes waits behind a gate until its owner says to be there alone.
   */
  private settleEyes(): void {
    const [info, now] = [this.info, this.now];
    if (!info || !now || info.mine.length < 2 || !this.caughtUp) return;
    const asked = now.seats.filter((seat) => info.mine.includes(seat));
    const mine = this.seat;
    if (mine !== undefined && asked.includes(mine) && (this.opened || !now.private.includes(mine))) return;
    const [next] = asked;
    if (next === undefined || now.private.includes(next)) {
      if (this.opened) {
        this.opened = false;
        this.look('spectator');
      }
      this.gate = next;
    } else {
      this.opened = false;
      this.gate = undefined;
      if (mine !== next) this.look({ seat: next });
    }
  }
}
