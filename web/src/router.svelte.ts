// Addresses of the page: a path names a place, and links lead from one to the other without loading anything.

/** A place of the page. */
export type Place =
  | { name: 'home' }
  | { name: 'new'; query: URLSearchParams }
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
      return { name: 'new', query: new URLSearchParams(search) };
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

class Router {
  place: Place = $state.raw(read(location.pathname, location.search));

  constructor() {
    addEventListener('popstate', () => this.arrive());
    addEventListener('click', (event) => this.follow(event));
  }

  /** Goes to an address of the page. */
  go(address: string): void {
    history.pushState(null, '', address);
    this.arrive();
    scrollTo(0, 0);
  }

  private arrive(): void {
    this.place = read(location.pathname, location.search);
  }

  /** Follows links within the page, unless the person wants them in another tab or saved. */
  private follow(event: MouseEvent): void {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!plain || event.defaultPrevented || !link || link.target || link.hasAttribute('download')) return;
    const address = new URL(link.href, location.href);
    if (address.origin !== location.origin || address.pathname.startsWith('/api/')) return;
    event.preventDefault();
    if (address.pathname + address.search !== location.pathname + location.search) {
      this.go(address.pathname + address.search + address.hash);
    }
  }
}

/** Where the page is. */
export const router = new Router();
