// Where a film stands, and whether it runs.

import { pace } from '../match/pace';
import { Film } from './film';

/** How much faster than told. */
export const SPEEDS = [0.5, 1, 2, 4, 8] as const;

export class Projector {
  film: Film = $state.raw() as Film;
  at = $state(0);
  playing = $state(false);
  speed = $state(1);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(film: Film) {
    this.film = film;
  }

  /** Shows the same match through other eyes, at about the same moment: they may have heard more or less. */
  swap(film: Film): void {
    const share = this.film.end === 0 ? 0 : this.at / this.film.end;
    this.film = film;
    this.at = Math.round(share * film.end);
  }

  /** Goes to an event and stays there. */
  go(at: number): void {
    this.stop();
    this.at = Math.min(Math.max(Math.round(at), 0), this.film.end);
  }

  step(by: number): void {
    this.go(this.at + by);
  }

  toggle(): void {
    if (this.playing) this.stop();
    else this.play();
  }

  play(): void {
    if (this.at >= this.film.end) this.at = 0;
    this.playing = true;
    this.wait();
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private wait(): void {
    const event = this.film.events[this.at];
    const pause = event ? (pace([event])[0] ?? 0) : 0;
    this.timer = setTimeout(() => {
      if (this.at < this.film.end) this.at += 1;
      if (this.at >= this.film.end) this.stop();
      else this.wait();
    }, pause / this.speed);
  }
}
