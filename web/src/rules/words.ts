// How a rulebook is laid out for reading: sections, plain words, links within sentences.

import { capital } from '../names';
import type { BookEntry } from '../wire';

/** A part of a book: the entries whose ids have the same second part. */
export interface Section {
  id: string;
  title: string;
  entries: BookEntry[];
}

/** A piece of a sentence, perhaps a link to a rule. */
export type Piece = { text: string; rule?: string };

const KINDS: Record<string, string> = {
  play: 'rule',
  definition: 'definition',
  advice: 'advice',
  physical: 'for real miniatures',
  ruling: 'ruling, where the book is silent',
};

/** What sort of entry it is, in plain words. */
export function kindInWords(kind: string): string {
  return KINDS[kind] ?? kind;
}

/** A word of an id as a heading: `turn-order` is Turn order. */
export function heading(word: string): string {
  return capital(word.replaceAll('-', ' '));
}

/** The part of the book that an id belongs to. */
export function sectionOf(id: string): string {
  return id.split('.')[1] ?? '';
}

/** The sections of a book, in its order. */
export function sections(entries: BookEntry[]): Section[] {
  const found = new Map<string, Section>();
  for (const entry of entries) {
    const id = sectionOf(entry.id);
    const section = found.get(id);
    if (section) section.entries.push(entry);
    else found.set(id, { id, title: heading(id), entries: [entry] });
  }
  return [...found.values()];
}

/** The permanent address of a rule. Where the first part of the id is no book, the page finds the right one. */
export function ruleAddress(id: string, book = id.split('.')[0] ?? ''): string {
  return `/rules/${encodeURIComponent(book)}/${encodeURIComponent(id)}`;
}

/** A sentence in pieces, with the ids it mentions, as long as they are known, as links. */
export function linked(text: string, known: (id: string) => boolean): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(/[a-z0-9-]+(?:\.[a-z0-9-]+){2,}/g)) {
    if (!known(match[0])) continue;
    if (match.index > from) pieces.push({ text: text.slice(from, match.index) });
    pieces.push({ text: match[0], rule: match[0] });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}
