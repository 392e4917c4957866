// What players are called. A name is refused here for the same reasons as by the server.

import { recall, remember } from '../memory';

/** What a player without a name or an army is called. */
export function numbered(seat: number): string {
  return `Player ${seat + 1}`;
}

/** Why each name cannot be taken; nothing where it can. Players without a name are called after their armies. */
export function nameFaults(names: string[]): (string | undefined)[] {
  const lower = names.map(plain);
  return names.map((name, at) => {
    const length = [...name].length;
    if (length === 0) return undefined;
    if (length > 40) return `a name can have at most 40 characters, not ${length}`;
    if (/\p{Cc}/u.test(name) || name.trim() !== name)
      return "a name can't start or end with a space or hold invisible characters";
    return lower.indexOf(plain(name)) < at ? `another player is already called ${name}` : undefined;
  });
}

/** Names that differ in nothing but the case of A to Z are alike. */
function plain(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The names of the last match, as many as there are seats, no two alike; blank where nobody has chosen one. */
export function rememberedNames(seats: number): string[] {
  const names: string[] = [];
  for (const name of stored()) {
    if (names.length < seats && name && nameFaults([...names, name]).every((fault) => !fault)) names.push(name);
  }
  return Array.from({ length: seats }, (_, seat) => names[seat] ?? '');
}

/** Keeps the names for the next match. */
export function rememberNames(names: string[]): void {
  remember('names', JSON.stringify(names));
}

function stored(): string[] {
  try {
    const names: unknown = JSON.parse(recall('names') ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
