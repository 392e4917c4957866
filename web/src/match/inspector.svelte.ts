// What is asked of the server about what somebody points at: where a unit can go, what it threatens, what it sees.

import type { Overlay } from '../board/overlay';
import { fielded, point, unitOf } from '../names';
import type { Line, Outline, Point, Proof, View } from '../wire';
import type { Battle } from './battle.svelte';

/** What is known about a unit. */
interface Known {
  ref: string;
  reach: Outline[][];
  threat: Outline[][];
  sees: Line[];
  /** Enemies it does not see, with the line that is closed. */
  blind: Line[];
  words: string[];
}

/** Pointing for less than this, in milliseconds, asks nothing. */
const PATIENCE = 160;

export class Inspector {
  known: Known | undefined = $state.raw();
  /** The last measurement, from thing to thing where the tape lay on things. */
  tape: { from: Point; to: Point; label: string | undefined } | undefined = $state.raw();
  /** Where the model that is being moved can go. */
  going: { ask: number; model: number; unit: string; reach: Outline[][] } | undefined = $state.raw();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private turn = 0;
  /** The question before: of two at once the server answers only the newer one. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly battle: Battle) {}

  /** Finds out about a unit, or forgets. */
  inspect(ref: string | undefined, view: View | undefined): void {
    clearTimeout(this.timer);
    this.turn += 1;
    const unit = ref && view ? unitOf(view, ref) : undefined;
    if (!unit || !view) {
      this.known = undefined;
      return;
    }
    if (this.known?.ref !== ref) this.known = undefined;
    const turn = this.turn;
    this.timer = setTimeout(() => void this.ask(`unit:${unit.id}`, view, turn), PATIENCE);
  }

  /** Finds out where a model can go in the move that is asked for, or forgets. */
  async follow(ask: number, model: number | undefined, view: View | undefined): Promise<void> {
    const unit = view?.models.find((other) => other.id === model)?.unit;
    if (model === undefined) this.going = undefined;
    else if (this.going?.ask !== ask || this.going.model !== model) {
      const wanted = { ask, model, unit: `unit:${unit}`, reach: this.going?.ask === ask ? this.going.reach : [] };
      this.going = wanted;
      const proof = await this.proof({ reach: model }, () => this.going === wanted);
      if (proof && this.going === wanted) this.going = { ...wanted, reach: proof.regions ?? [] };
    }
  }

  private async ask(ref: string, view: View, turn: number): Promise<void> {
    const id = point(ref).id;
    const [first] = fielded(view, id);
    const unit = view.units.find((other) => other.id === id);
    if (!first || !unit) return;
    const known: Known = { ref, reach: [], threat: [], sees: [], blind: [], words: [] };
    const add = (proof: Proof | undefined, take: (proof: Proof) => void): boolean => {
      if (turn !== this.turn) return false;
      if (proof) {
        take(proof);
        this.known = { ...known };
      }
      return true;
    };
    const speaker = fielded(view, id).find((model) => model.id === unit.leader) ?? first;
    const wanted = () => turn === this.turn;
    const reach = await this.proof({ reach: speaker.id }, wanted);
    if (!add(reach, (proof) => note(known, proof, (regions) => (known.reach = regions)))) return;
    const threat = await this.proof({ threat: id }, wanted);
    if (!add(threat, (proof) => note(known, proof, (regions) => (known.threat = regions)))) return;
    for (const other of view.units) {
      if (other.seat === unit.seat || fielded(view, other.id).length === 0) continue;
      const sight = await this.proof({ sight: [ref, `unit:${other.id}`] }, wanted);
      // What is in the way is named beside the two who look at each other.
      const open = (sight?.text.refs ?? []).length <= 2 && (sight?.lines ?? []).length > 0;
      if (!add(sight, (proof) => (open ? known.sees : known.blind).push(...(proof.lines ?? [])))) return;
    }
  }

  /** Asks when all that was asked before is answered, if it is still wanted then. */
  private proof(
    query: Parameters<Battle['live']['query']>[0],
    wanted: () => boolean = () => true,
  ): Promise<Proof | undefined> {
    const asked = this.last.then(async () => {
      const verdict = wanted() ? await this.battle.live.query(query) : undefined;
      return verdict && 'allowed' in verdict ? verdict.allowed : undefined;
    });
    this.last = asked;
    return asked;
  }

  /** Lays the tape from point to point, or between the things that lie there. */
  async measure(from: Point, to: Point, ends: [string | undefined, string | undefined]): Promise<void> {
    this.tape = { from, to, label: undefined };
    const [one, other] = ends;
    if (!one || !other || one === other) return;
    const proof = await this.proof({ measure: [one, other] });
    if (proof && this.tape.from === from && this.tape.to === to) this.tape = { from, to, label: proof.text.sentence };
  }

  /** Draws where a model that is moved can go. */
  drawGoing(overlay: Overlay): void {
    for (const outlines of this.going?.reach ?? []) overlay.regions.push({ outlines, tone: 'reach' });
  }

  /** Draws what is known. */
  draw(overlay: Overlay): void {
    const known = this.known;
    if (!known) return;
    // Of a unit that is being moved its reach is drawn already.
    const reach = this.going?.unit === known.ref ? [] : known.reach;
    for (const outlines of reach) overlay.regions.push({ outlines, tone: 'reach' });
    for (const outlines of known.threat) overlay.regions.push({ outlines, tone: 'range' });
    for (const line of known.sees) overlay.lines.push({ line, tone: 'good' });
    for (const line of known.blind) overlay.lines.push({ line, tone: 'bad' });
  }
}

function note(known: Known, proof: Proof, keep: (regions: Outline[][]) => void): void {
  keep(proof.regions ?? []);
  if (proof.text.sentence) known.words.push(proof.text.sentence);
}
