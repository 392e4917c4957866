// The promise about dice that a new match will keep. A promise can be kept once.

import { api } from '../api';
import type { DiceFrom, Promise as DicePromise } from '../wire';
import { diceOf } from './begin';

export class Pledge {
  made: DicePromise | undefined = $state.raw();
  trouble: unknown = $state.raw();

  constructor() {
    void this.fetch();
  }

  /** Asks for a promise, to be shown before anything is rolled. */
  async fetch(): Promise<void> {
    try {
      this.made = await api.promise();
      this.trouble = undefined;
    } catch (error) {
      this.trouble = error;
    }
  }

  /** Dice by this promise; for the next match there will have to be another one. */
  async dice(seats: number): Promise<DiceFrom> {
    const promise = this.made ?? (await api.promise());
    this.made = undefined;
    return diceOf(promise, seats);
  }
}
