// The keys of a replay.

import type { Projector } from './projector.svelte';

/** Does what a key means, unless it means something else where the focus is. */
export function keyed(event: KeyboardEvent, projector: Projector): void {
  const target = event.target instanceof Element ? event.target : undefined;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  // A slider, a field, a dialog and the battlefield have keys of their own; a button has the space bar.
  if (target?.closest('input, select, textarea, dialog, .board')) return;
  if (event.key === ' ' && target?.closest('button, a, summary')) return;
  const done = act(event.key, projector);
  if (done) event.preventDefault();
}

function act(key: string, projector: Projector): boolean {
  const { film, at } = projector;
  switch (key) {
    case ' ':
      projector.toggle();
      return true;
    case 'ArrowLeft':
      projector.step(-1);
      return true;
    case 'ArrowRight':
      projector.step(1);
      return true;
    case 'PageUp':
      projector.go(film.roundFrom(at, false));
      return true;
    case 'PageDown':
      projector.go(film.roundFrom(at, true));
      return true;
    case 'Home':
      projector.go(0);
      return true;
    case 'End':
      projector.go(film.end);
      return true;
    default:
      return false;
  }
}
