// The addresses of the page, and the places they name.

/** A place of the page. */
export type Place =
  | { name: 'home' }
  | { name: 'new'; game: string | undefined; people: boolean; seed: number | undefined }
  | { name: 'match'; id: string }
  | { name: 'replay'; id: string | undefined }
  | { name: 'rules'; book: string | undefined; id: string | undefined; words: string }
  | { name: 'lost'; path: string };

/** Reads an address. */
export function read(path: string, search: string): Place {
  const parts = decoded(path);
  if (!parts || parts.length > 3) return { name: 'lost', path };
  const [first = '', second, third] = parts;
  const query = new URLSearchParams(search);
  if (first === 'rules') return { name: 'rules', book: second, id: third, words: query.get('words') ?? '' };
  if (third !== undefined) return { name: 'lost', path };
  if (first === 'replay') return { name: 'replay', id: second };
  if (first === 'match' && second) return { name: 'match', id: second };
  if (first === 'new' && !second)
    return {
      name: 'new',
      game: query.get('game') ?? undefined,
      people: query.get('seats') === 'people',
      seed: wholeNumber(query.get('seed')),
    };
  return first === '' ? { name: 'home' } : { name: 'lost', path };
}

/** A whole number in an address; nothing if it is none. */
function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}

/** The parts of a path; nothing if somebody wrote percent signs that mean nothing. */
function decoded(path: string): string[] | undefined {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
