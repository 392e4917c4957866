// Which hints of the first battle were seen, kept in this browser.

import type { Ask, GameInfo, Lesson } from '../wire';

const KEY = 'muster.guide';

interface Kept {
  off: boolean;
  seen: string[];
}

function read(): Kept {
  try {
    const kept: Partial<Kept> = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return { off: kept.off === true, seen: Array.isArray(kept.seen) ? kept.seen : [] };
  } catch {
    return { off: false, seen: [] };
  }
}

class Guide {
  private kept: Kept = $state(read());

  /** What there is to say to whoever is asked this for the first time. */
  lesson(game: GameInfo, ask: Ask): Lesson | undefined {
    if (this.kept.off) return undefined;
    return game.lessons.find((lesson) => lesson.asked === ask.why && !this.kept.seen.includes(lesson.asked));
  }

  /** Whether hints are given. */
  get on(): boolean {
    return !this.kept.off;
  }

  seen(lesson: Lesson): void {
    this.keep({ ...this.kept, seen: [...this.kept.seen, lesson.asked] });
  }

  dismiss(): void {
    this.keep({ ...this.kept, off: true });
  }

  /** Gives all hints once more. */
  again(): void {
    this.keep({ off: false, seen: [] });
  }

  private keep(kept: Kept): void {
    this.kept = kept;
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // A browser that keeps nothing shows the hints again next time.
    }
  }
}

export const guide = new Guide();
