// What somebody is about to answer: tried out on the server, shown with its verdict, and given when confirmed.

import { SvelteMap } from 'svelte/reactivity';

import { floorsAt } from '../board/floors';
import type { Drag } from '../board/hand';
import type { Verdict } from '../live';
import type { Answer, Ask, Form, Model, Order, Point, Pose, Ref, Reply, Token, View } from '../wire';
import type { Battle } from './battle.svelte';
import { ends, middleOf, ranks, shifted } from './formation';

/** A form of one kind. */
export type FormOf<K extends string> = Extract<Form, Record<K, unknown>>[K & keyof Extract<Form, Record<K, unknown>>];

/** Whether two answers are the same. */
export const same = (a: Answer | undefined, b: Answer | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What somebody tried: where models are wished, and what came of it. */
interface Tried {
  wish: [number, Pose][];
  answer: Answer | undefined;
  verdict: Verdict | undefined;
}

/** Models that can be put on another floor. */
export interface Climb {
  /** How high the floors are, the lowest first. */
  floors: number[];
  /** The level that is wished. */
  level: number;
  /** Whether the models would stand on it. */
  stands: boolean;
  models: (Model & { pose: Pose })[];
}

export class Desk {
  /** What would be answered; nothing before anything was tried. */
  answer: Answer | undefined = $state.raw();
  /** What the rules say of it. */
  verdict: Verdict | undefined = $state.raw();
  /** What is only looked at, with a finger or the mouse over an option. */
  peek: { answer: Answer; verdict: Verdict | undefined } | undefined = $state.raw();
  /** The model that was taken hold of last. */
  hand: number | undefined = $state();
  /** Whether models are being dragged right now. */
  dragging = $state(false);
  /** Whether single models are dragged, not their whole unit. */
  alone = $state(false);
  /** Whether an answer is on its way. */
  busy = $state(false);
  /** What is chosen of the question that is asked straight after this one. */
  extra: Token | undefined = $state();
  /** Why the server did not take the answer. */
  wrong: string | undefined = $state();

  /** What the server has been asked about, until it says what the rules say of it. */
  private judging: Answer | undefined;
  /** Where models are wished to stand. */
  private readonly wish = new SvelteMap<number, Pose>();
  /** Where those being dragged, or dragged last, stood when the drag began. */
  private held: ReadonlyMap<number, Pose> = $state.raw(new Map());
  /** What was tried before the drag, for whoever gives it up. */
  private before: Tried = { wish: [], answer: undefined, verdict: undefined };
  /** Counts what was wished, so that a late word about an earlier wish is not taken for one about this. */
  private turn = 0;

  constructor(
    private readonly battle: Battle,
    readonly ask: Ask,
  ) {
    this.begin();
  }

  /** Models that stand nowhere yet are put where the best suggestion has them, to be dragged from there. */
  private begin(): void {
    const [first] = this.ask.suggestions ?? [];
    if ('place' in this.ask.form && first) this.propose(first.answer);
  }

  /** The models that can be dragged. */
  get movable(): ReadonlySet<number> {
    const form = this.ask.form;
    if ('move' in form) return new Set([...form.move.movers.map((mover) => mover.model), ...form.move.followers]);
    return new Set('place' in form ? form.place.models : []);
  }

  /** The model whose reach is shown: the one in hand, or else the leader of its unit, or else the first that walks. */
  walker(view: View): number | undefined {
    const walkers = 'move' in this.ask.form ? this.ask.form.move.movers.map((mover) => mover.model) : [];
    if (this.hand !== undefined && walkers.includes(this.hand)) return this.hand;
    return walkers.find((model) => view.units.some((unit) => unit.leader === model)) ?? walkers[0];
  }

  /** Whether something can be chosen about a thing: `word@unit:3`. */
  offers(ref: Ref): boolean {
    const form = this.ask.form;
    return (
      'choose' in form && form.choose.options.some((option) => !option.refused && option.token.endsWith(`@${ref}`))
    );
  }

  /** Tries an answer. */
  propose(answer: Answer): void {
    this.peek = undefined;
    this.wish.clear();
    for (const [model, pose] of ends(answer)) this.wish.set(model, pose);
    void this.judge(answer);
  }

  /** Looks at what an answer would mean, without trying it. */
  async look(answer: Answer | undefined): Promise<void> {
    // What was tried is judged first: of two questions the server answers only the newer one.
    if (!answer || this.judging || same(answer, this.answer)) {
      this.peek = undefined;
      return;
    }
    this.peek = { answer, verdict: undefined };
    const verdict = await this.battle.live.preview(this.ask.id, this.ask.seat, answer);
    if (verdict && this.peek?.answer === answer) this.peek = { answer, verdict };
  }

  /** Drops what was tried. */
  reset(): void {
    this.restore({ wish: [], answer: undefined, verdict: undefined });
    this.begin();
  }

  private restore({ wish, answer, verdict }: Tried): void {
    this.turn += 1;
    this.wrong = undefined;
    this.wish.clear();
    for (const [model, pose] of wish) this.wish.set(model, pose);
    this.answer = answer;
    this.verdict = verdict;
    if (answer && !verdict) void this.judge(answer);
  }

  /** What is asked straight after the answer that was tried, and can be answered together with it. */
  get then(): Ask | undefined {
    return this.verdict && 'allowed' in this.verdict ? this.verdict.allowed.then : undefined;
  }

  /** Gives an answer at once, unless it leads to a question that can be answered together with it. */
  async choose(answer: Answer): Promise<void> {
    const seen = this.peek && same(this.peek.answer, answer) ? this.peek.verdict : undefined;
    const verdict = seen ?? (await this.battle.live.preview(this.ask.id, this.ask.seat, answer));
    if (verdict && 'allowed' in verdict && verdict.allowed.then) {
      this.peek = undefined;
      this.answer = answer;
      this.verdict = verdict;
    } else await this.give(answer);
  }

  /** Gives the answer that was tried, or another one. */
  async give(answer: Answer | undefined = this.answer): Promise<void> {
    if (!answer || this.busy) return;
    const { then } = this;
    const gives = this.extra === undefined ? then?.pass : { choose: [this.extra] };
    this.battle.ahead = then && gives && same(answer, this.answer) ? { ask: then, gives } : undefined;
    this.battle.catchUp();
    this.busy = true;
    this.wrong = undefined;
    const reply = await this.battle.live.answer(this.ask.id, this.ask.seat, answer);
    this.busy = false;
    this.take(answer, reply);
  }

  /** Gives a standing order that answers this question, and others like it. */
  async stand(order: Order): Promise<void> {
    if (this.busy) return;
    this.battle.catchUp();
    this.busy = true;
    const reply = await this.battle.live.stand(this.ask.seat, order, true);
    this.busy = false;
    if (typeof reply === 'object' && 'refused' in reply) this.wrong = reply.refused.text;
    else if (typeof reply === 'object' && 'wrong' in reply) this.wrong = reply.wrong;
  }

  private take(answer: Answer, reply: Reply): void {
    if (reply === 'done' || typeof reply === 'string') return;
    if ('refused' in reply) {
      this.answer = answer;
      this.verdict = { refused: reply.refused };
    } else if ('wrong' in reply) this.wrong = reply.wrong;
  }

  /** Takes a token into the choice or out of it. */
  toggle(token: Token, max: number): void {
    const chosen = this.chosen;
    const without = chosen.filter((other) => other !== token);
    const next = without.length < chosen.length ? without : max === 1 ? [token] : [...chosen, token];
    void this.judge({ choose: next });
  }

  /** The tokens that are chosen so far, in order. */
  get chosen(): Token[] {
    return this.answer && 'choose' in this.answer ? this.answer.choose : [];
  }

  dragged(drag: Drag, view: View): void {
    if (drag.phase === 'start') {
      this.held = this.group(drag.model, drag.alone || this.alone, view);
      this.hand = drag.model;
      this.before = { wish: [...this.wish], answer: this.answer, verdict: this.verdict };
      this.dragging = true;
    }
    if (drag.phase === 'end' || drag.phase === 'cancel') this.dragging = false;
    if (drag.phase === 'cancel') {
      this.restore(this.before);
      return;
    }
    for (const [model, pose] of this.held) this.wish.set(model, shifted(pose, drag.by));
    void this.sketch();
  }

  /** Moves everything that can be moved by so much. */
  nudge(by: Point, view: View): boolean {
    const group = this.everybody(view);
    if (group.size === 0) return false;
    this.held = new Map();
    for (const [model, pose] of group) this.wish.set(model, shifted(pose, by));
    void this.sketch();
    return true;
  }

  /** Moves everything that can be moved so that its middle comes to a point; who stands nowhere is put in ranks. */
  gather(at: Point, view: View): boolean {
    const movable = [...this.movable];
    if (movable.length === 0) return false;
    this.held = new Map();
    const group = this.everybody(view);
    if (group.size < movable.length) {
      const models = view.models.filter((model) => this.movable.has(model.id));
      for (const [model, pose] of ranks(models, at)) this.wish.set(model, pose);
    } else {
      const middle = middleOf([...group.values()]);
      const by: Point = [at[0] - middle[0], at[1] - middle[1]];
      for (const [model, pose] of group) this.wish.set(model, shifted(pose, by));
    }
    void this.sketch();
    return true;
  }

  /** On which floors the models that were dragged last can stand where they are now, if there are any. */
  climb(view: View): Climb | undefined {
    const ended = new Map(this.answer ? ends(this.answer) : []);
    const over = [...this.over(view)];
    const floors = over.map(([, { floors }]) => floors).toSorted((a, b) => b.length - a.length)[0];
    if (!floors) return undefined;
    const level = Math.max(...over.map(([, { pose }]) => pose.level ?? 0));
    const stands = over.every(([model, { pose }]) => ((ended.get(model) ?? pose).level ?? 0) === (pose.level ?? 0));
    const models = view.models.flatMap((model) => {
      const wished = over.find(([id]) => id === model.id)?.[1].pose;
      return wished ? [{ ...model, pose: ended.get(model.id) ?? wished }] : [];
    });
    return { floors, level, stands, models };
  }

  /** Puts the models that were dragged last on a level, as far as there are so many floors. */
  raise(level: number, view: View): boolean {
    const over = this.over(view);
    for (const [model, { pose, floors }] of over) {
      this.wish.set(model, { ...pose, level: Math.max(0, Math.min(level, floors.length)) });
    }
    if (over.size > 0) void this.sketch();
    return over.size > 0;
  }

  /** The models that were dragged last, or all that can be, as far as they are over floors. */
  private over(view: View): Map<number, { pose: Pose; floors: number[] }> {
    const group = [...this.everybody(view)].filter(([model]) => this.held.size === 0 || this.held.has(model));
    const over = group.map(([model, pose]) => [model, { pose, floors: floorsAt(view, pose.at) }] as const);
    return new Map(over.filter(([, { floors }]) => floors.length > 0));
  }

  /** Where a model that can be moved stands, or is wished. */
  private poseOf(model: number, view: View): Pose | undefined {
    return this.wish.get(model) ?? view.models.find((other) => other.id === model)?.pose;
  }

  private everybody(view: View): Map<number, Pose> {
    const poses = [...this.movable].map((model) => [model, this.poseOf(model, view)] as const);
    return new Map(poses.filter((pair): pair is [number, Pose] => pair[1] !== undefined));
  }

  /** The models that go along when one is dragged: its unit, or nobody else. */
  private group(model: number, alone: boolean, view: View): Map<number, Pose> {
    const unitOf = (id: number) => view.models.find((other) => other.id === id)?.unit;
    const all = this.everybody(view);
    return new Map([...all].filter(([id]) => id === model || (!alone && unitOf(id) === unitOf(model))));
  }

  /** Asks what comes of the wish. */
  private async sketch(): Promise<void> {
    this.wrong = undefined;
    this.turn += 1;
    const turn = this.turn;
    const draft = await this.battle.live.draft(this.ask.id, this.ask.seat, [...this.wish]);
    if (!draft || turn !== this.turn) return;
    this.answer = draft.answer;
    this.verdict = draft.verdict;
  }

  private async judge(answer: Answer): Promise<void> {
    this.turn += 1;
    this.wrong = undefined;
    this.answer = answer;
    this.verdict = undefined;
    this.judging = answer;
    const verdict = await this.battle.live.preview(this.ask.id, this.ask.seat, answer);
    if (this.judging === answer) this.judging = undefined;
    if (verdict && this.answer === answer) this.verdict = verdict;
  }
}
