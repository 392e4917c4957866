// Sentences about matches, for people.

import { capital } from '../names';
import type { GameInfo, HolderChoice, MatchInfo, Outcome } from '../wire';

/** A message of the server as a sentence of the page. */
export function asSentence(text: string): string {
  // The name of a file stays as it is.
  const begun = /^\S+\.\w+:/.test(text) ? text : capital(text);
  return /[.?!…]$/.test(begun) ? begun : `${begun}.`;
}

/** What went wrong, as a sentence. */
export function sentence(error: unknown): string {
  return asSentence(error instanceof Error ? error.message : String(error));
}

/** Several names: Ann, Bo and Cy. */
export function together(names: string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

/** Who won. */
export function result(outcome: Outcome, names: string[], mine: number[] = []): string {
  const name = (seat: number): string => names[seat] ?? `seat ${seat + 1}`;
  const scores = outcome.scores.join(' : ');
  if (outcome.winners.length === 0) return `Nobody won, ${scores}`;
  if (outcome.winners.length > 1) return `${together(outcome.winners.map(name))} drew, ${scores}`;
  const winner = outcome.winners[0] ?? 0;
  // With one seat of one's own it is "you"; with several, everybody has a name.
  if (mine.length === 1) return mine[0] === winner ? `You won, ${scores}` : `${name(winner)} won, ${scores}`;
  return `${name(winner)} won, ${scores}`;
}

/** How a match stands. */
export function standing(match: MatchInfo): string {
  if (match.outcome) return result(match.outcome, match.names, match.mine);
  return match.round === 0 ? 'Setting up' : `Round ${match.round}`;
}

/** Who holds a seat, in words, for whoever has these seats. */
export function holder(choice: HolderChoice, seat: number, mine: number[], game: GameInfo | undefined): string {
  if (choice !== 'person') {
    const { level } = choice.bot;
    return `${game?.bots.find((bot) => bot.id === level)?.label ?? capital(level)} bot`;
  }
  if (!mine.includes(seat)) return 'someone else';
  return mine.length > 1 ? 'on this screen' : 'you';
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });

/** How long ago something was; both in seconds since 1970. */
export function ago(then: number, now: number): string {
  const gone = now - then;
  const [unit, seconds] = STEPS.find(([, length]) => gone >= length) ?? ['minute', 60];
  return gone < 60 ? 'just now' : relative.format(-Math.floor(gone / seconds), unit);
}
