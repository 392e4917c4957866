// Dark or light: as the system says, unless the person says otherwise.

import { recall, remember } from '../memory';

/** What can be chosen. */
export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

class Look {
  theme: Theme = $state(THEMES.find((theme) => theme === recall('theme')) ?? 'auto');

  constructor() {
    this.show();
  }

  /** Goes on to the next theme. */
  next(): void {
    this.theme = THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length] ?? 'auto';
    remember('theme', this.theme);
    this.show();
  }

  private show(): void {
    const root = document.documentElement;
    if (this.theme === 'auto') delete root.dataset['theme'];
    else root.dataset['theme'] = this.theme;
  }
}

export const look = new Look();
