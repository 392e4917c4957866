// The rulebooks, each asked for once, and the rule that is looked at in passing.

import { api } from '../api';
import type { Book, BookEntry, Recap } from '../wire';

let list: Promise<Recap[]> | undefined;
const books = new Map<string, Promise<Book>>();
const rules = new Map<string, Promise<BookEntry>>();
let known: Promise<Record<string, string>> | undefined;

/** Keeps what arrived, and asks again for what did not. */
function kept<T>(map: Map<string, Promise<T>>, id: string, ask: () => Promise<T>): Promise<T> {
  const there = map.get(id);
  if (there) return there;
  const asked = ask();
  map.set(id, asked);
  asked.catch(() => map.delete(id));
  return asked;
}

export const library = {
  books(): Promise<Recap[]> {
    list ??= api.books().catch((error: unknown) => {
      list = undefined;
      throw error;
    });
    return list;
  },

  book: (id: string) => kept(books, id, () => api.book(id)),
  rule: (id: string) => kept(rules, id, () => api.rule(id)),

  /** The id of the book that has a rule: the one its address names, or whichever has it. */
  async bookOf(rule: string, named: string): Promise<string | undefined> {
    const all = await library.books();
    if (all.some((book) => book.id === named)) return named;
    for (const { id } of all) {
      const book = await library.book(id);
      if (book.entries.some((entry) => entry.id === rule)) return id;
    }
    return undefined;
  },

  /** The titles of the rules of all games. */
  titles(): Promise<Record<string, string>> {
    known ??= api
      .games()
      .then((games) => Object.assign({}, ...games.map((game) => game.titles)) as Record<string, string>)
      .catch(() => {
        known = undefined;
        return {};
      });
    return known;
  },
};

/** The rule that is shown over the page, if one is. */
class Peek {
  id: string | undefined = $state();

  open(id: string): void {
    this.id = id;
  }

  close(): void {
    this.id = undefined;
  }
}

export const peek = new Peek();
