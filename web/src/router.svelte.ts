// Where the page is: links lead from one place to the other without loading anything.

import { read, type Place } from './places';

class Router {
  place: Place = $state.raw(read(location.pathname, location.search));
  /** How often somebody went somewhere; the focus goes along. */
  steps = $state(0);

  constructor() {
    addEventListener('popstate', () => this.arrive());
    addEventListener('click', (event) => this.follow(event));
  }

  /** Goes to an address of the page. */
  go(address: string): void {
    history.pushState(null, '', address);
    this.arrive();
    this.steps += 1;
    scrollTo(0, 0);
  }

  /** Gives the present place another address, without a step in the history. */
  rename(address: string): void {
    history.replaceState(null, '', address);
    this.arrive();
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
    const here = address.pathname + address.search === location.pathname + location.search;
    // Within one place a hash is the browser's own business.
    if (here && address.hash) return;
    event.preventDefault();
    if (!here) this.go(address.pathname + address.search + address.hash);
  }
}

/** Where the page is. */
export const router = new Router();
