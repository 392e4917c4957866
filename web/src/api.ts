// The HTTP side of the server.

import type {
  Armies,
  Begun,
  Book,
  BookEntry,
  Fault,
  Found,
  GameInfo,
  MatchInfo,
  NewMatch,
  Opening,
  Pack,
  Promise as DicePromise,
  Recap,
  Rematch,
  Replay,
  Setup,
  Trouble,
} from './wire';

/** A request that was not granted. Its message is a sentence for people. */
export class Refused extends Error {
  constructor(
    sentence: string,
    readonly status: number,
    readonly faults: Fault[] = [],
  ) {
    super(sentence);
  }
}

async function ask<T>(path: string, method = 'GET', body?: BodyInit, type = 'application/json'): Promise<T> {
  let response: Response;
  try {
    const sent = body === undefined ? {} : { body, headers: { 'content-type': type } };
    response = await fetch(path, { method, ...sent });
  } catch {
    throw new Refused("the server can't be reached; is it still running?", 0);
  }
  if (response.ok) return (await content(response)) as T;
  const trouble: Partial<Trouble> = await response.json().catch(() => ({}));
  throw new Refused(
    trouble.trouble ?? `the server answered with status ${response.status}`,
    response.status,
    trouble.faults,
  );
}

/** What an answer holds: nothing, a document, or a file as text. */
async function content(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const type = response.headers?.get('content-type') ?? '';
  return type.startsWith('application/toml') ? response.text() : response.json();
}

const at = (part: string): string => encodeURIComponent(part);
const send = <T>(path: string, value: unknown): Promise<T> => ask<T>(path, 'POST', JSON.stringify(value));

/** The games there are, asked for once. */
let games: Promise<GameInfo[]> | undefined;

export const api = {
  games(): Promise<GameInfo[]> {
    games ??= ask<GameInfo[]>('/api/games').catch((error: unknown) => {
      games = undefined;
      throw error;
    });
    return games;
  },

  async game(id: string): Promise<GameInfo> {
    const found = (await api.games()).find((game) => game.id === id);
    return found ?? ask<GameInfo>(`/api/games/${at(id)}`);
  },

  opening: (game: string, setup: Setup) => send<Opening>(`/api/games/${at(game)}/opening`, setup),
  armies: (game: string, packs: Pack[]) => send<Armies>(`/api/games/${at(game)}/armies`, packs),
  field: (game: string, field: string) => ask<string>(`/api/games/${at(game)}/fields/${at(field)}`),
  promise: () => send<DicePromise>('/api/promises', {}),

  begin: (match: NewMatch) => send<Begun>('/api/matches', match),
  matches: () => ask<MatchInfo[]>('/api/matches'),
  match: (id: string) => ask<MatchInfo>(`/api/matches/${at(id)}`),
  forget: (id: string) => ask<undefined>(`/api/matches/${at(id)}`, 'DELETE'),
  rematch: (id: string, rematch: Rematch) => send<Begun>(`/api/matches/${at(id)}/rematch`, rematch),
  replay: (id: string) => ask<Replay>(`/api/matches/${at(id)}/replay`),
  replayOf: (record: string) => ask<Replay>('/api/replays', 'POST', record, 'text/plain'),
  recordAddress: (id: string) => `/api/matches/${at(id)}/record`,
  reportAddress: (id: string, seat: number | undefined) =>
    `/api/matches/${at(id)}/report` + (seat === undefined ? '' : `?seat=${seat}`),

  books: () => ask<Recap[]>('/api/books'),
  book: (id: string) => ask<Book>(`/api/books/${at(id)}`),
  rule: (id: string) => ask<BookEntry>(`/api/rules/${at(id)}`),
  async search(words: string, book?: string): Promise<Found> {
    return ask<Found>(`/api/rules?${new URLSearchParams(book ? { words, book } : { words })}`);
  },
};
