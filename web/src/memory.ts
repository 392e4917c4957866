// What the browser remembers between visits. A browser that keeps nothing loses nothing but convenience.

/** Keeps a text under a name. */
export function remember(name: string, text: string): void {
  try {
    localStorage.setItem(`muster.${name}`, text);
  } catch {
    // Storage is full or switched off; the page works without it.
  }
}

/** The text that was kept under a name. */
export function recall(name: string): string | undefined {
  try {
    return localStorage.getItem(`muster.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}
