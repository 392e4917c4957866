// How a match would begin, asked again whenever something changes; only the newest answer counts.

import { api } from '../api';
import type { Fault, GameInfo, View } from '../wire';
import { furnished, type Sketch } from './sketch';

export class Preview {
  view: View | undefined = $state.raw();
  /** The game that the view is of: another may be chosen by now. */
  game: GameInfo | undefined = $state.raw();
  faults: Fault[] = $state.raw([]);
  trouble: unknown = $state.raw();
  busy = $state(true);
  private newest = 0;

  /** Asks how this would begin, unless something else is asked within a moment. */
  ask(sketch: Sketch, game: GameInfo, pause = 250): () => void {
    const mine = ++this.newest;
    this.busy = true;
    const waiting = setTimeout(async () => {
      try {
        const opening = await api.opening(game.id, await furnished(sketch, game));
        if (mine === this.newest) this.show(opening.view ?? undefined, opening.faults, game);
      } catch (error) {
        if (mine === this.newest) this.fail(error);
      }
    }, pause);
    return () => clearTimeout(waiting);
  }

  private show(view: View | undefined, faults: Fault[], game: GameInfo): void {
    // What cannot be played still shows the last battlefield that could, if it was one of this game.
    if (view || this.game !== game) this.view = view;
    this.game = game;
    this.faults = faults;
    this.trouble = undefined;
    this.busy = false;
  }

  private fail(error: unknown): void {
    this.trouble = error;
    this.busy = false;
  }
}
