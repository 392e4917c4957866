// Places of the page, by their addresses.

/** A place of the page. */
export type Place =
  | { name: 'home' }
  | { name: 'new'; query: Record<string, string> }
  | { name: 'match'; id: string }
  | { name: 'replay'; id: string | undefined }
  | { name: 'rules'; book: string | undefined; id: string | undefined }
  | { name: 'lost'; path: string };

/** Reads an address. */
export function read(path: string, search: string): Place {
  const [first = '', second, third, ...more] = path.split('/').filter(Boolean).map(decodeURIComponent);
  if (more.length > 0) return { name: 'lost', path };
  switch (first) {
    case '':
      return { name: 'home' };
    case 'new':
      return { name: 'new', query: Object.fromEntries(new URLSearchParams(search)) };
    case 'match':
      return second ? { name: 'match', id: second } : { name: 'lost', path };
    case 'replay':
      return { name: 'replay', id: second };
    case 'rules':
      return { name: 'rules', book: second, id: third };
    default:
      return { name: 'lost', path };
  }
}
