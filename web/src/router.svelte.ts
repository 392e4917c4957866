// Where the page is: links lead from place to place without loading anything.

import { read, type Place } from './place';

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
