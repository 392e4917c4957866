// What a new match would begin with, and the battlefield for it.

import { api } from '../api';
import type { FieldChoice, GameInfo, Setup } from '../wire';

/** A set-up whose battlefield is only named. */
export interface Sketch {
  setup: Setup;
  /** A battlefield from the list; otherwise one is made from the seed. */
  ready: string | undefined;
  seed: number;
}

/** The texts of battlefields that were fetched, by game and id. */
const files = new Map<string, Promise<string>>();

/** A sketch with its battlefield. */
export async function furnished(sketch: Sketch, game: GameInfo): Promise<Setup> {
  if (game.fields.length === 0) return sketch.setup;
  let field: FieldChoice = { seed: sketch.seed };
  if (sketch.ready !== undefined) field = { text: await fileOf(game.id, sketch.ready) };
  return { ...sketch.setup, field };
}

function fileOf(game: string, field: string): Promise<string> {
  const key = `${game}/${field}`;
  const text = files.get(key) ?? api.field(game, field);
  files.set(key, text);
  text.catch(() => files.delete(key));
  return text;
}
