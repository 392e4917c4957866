// What things are called on the page: letters of units, words of the game, lengths for people.

import type { Area, Counter, GameInfo, Mark, Model, Point, Ref, Term, Unit, View } from './wire';

/** Units of length in an inch: lengths on the wire are hundredths of a millimetre. */
export const INCH = 2540;

/** Words as they begin a sentence or a button. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A length for people: `4.5 in`. It is rounded; the rules reckon with the exact one. */
export function inches(length: number): string {
  const rounded = Math.round((length / INCH) * 100) / 100;
  return `${rounded} in`;
}

/** What a level is called where floors are so high. */
export function floorName(level: number, floors: number[]): string {
  return level === 0 ? 'Ground' : `Floor ${level}, ${inches(floors[level - 1] ?? 0)} up`;
}

/** A place for people, written as the rules write it: `(4.5 in, 12 in)`. */
export function place([x, y]: Point): string {
  return `(${inches(x)}, ${inches(y)})`;
}

/** What a ref points at: `unit:7` is the unit of id 7. */
export function point(ref: Ref): { kind: string; id: number } {
  const [kind = '', id = ''] = ref.split(':');
  return { kind, id: Number(id) };
}

/** The words of a game. */
export class Glossary {
  private readonly terms: Map<string, Term>;

  constructor(readonly game: GameInfo) {
    this.terms = new Map([...game.terms, ...game.bots, ...game.orders].map((term) => [term.id, term]));
  }

  term(word: string): Term | undefined {
    return this.terms.get(word);
  }

  /** A word as the book spells it. */
  label(word: string): string {
    return this.terms.get(word)?.label ?? word.replaceAll('-', ' ');
  }

  /** One or two characters that can be read without colour. */
  sign(word: string): string {
    return this.terms.get(word)?.sign ?? word.slice(0, 1);
  }

  /** What a rule is called. */
  title(rule: string): string {
    return this.game.titles[rule] ?? rule;
  }
}

/** Something counted, without its name: `3 of 4`. */
export function amount({ value, of }: Counter): string {
  return of === undefined ? String(value) : `${value} of ${of}`;
}

/** Something counted, in words: `Luck 3 of 4`. */
export function counted(glossary: Glossary, counter: Counter): string {
  return `${glossary.label(counter.term)} ${amount(counter)}`;
}

/** How much is left of what is counted: what is bad is counted up and takes it away. */
export function left(glossary: Glossary, { term, value, of = value }: Counter): number {
  return glossary.term(term)?.tone === 'bad' ? of - value : value;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The letter of a unit: no other unit has it; large for one side and small for the next. */
export function letter(view: View, unit: Unit): string {
  const before = (other: Unit) => other.seat < unit.seat || (other.seat === unit.seat && other.id < unit.id);
  const place = view.units.filter(before).length;
  const side = view.seats.findIndex((seat) => seat.id === unit.seat);
  const sign = LETTERS[place] ?? String(place - LETTERS.length + 1);
  return side % 2 === 0 ? sign : sign.toLowerCase();
}

/** The letters of all units, by id. */
export function letters(view: View): Map<number, string> {
  return new Map(view.units.map((unit) => [unit.id, letter(view, unit)]));
}

/** The models of a unit that are on the battlefield. */
export function fielded(view: View, unit: number): Model[] {
  return view.models.filter((model) => model.unit === unit && model.pose);
}

/** The number of an area among those like it, where several are alike. */
export function numbered(view: View, area: Area): number | undefined {
  if (area.name) return undefined;
  const alike = view.areas.filter((other) => other.term === area.term && !other.name);
  return alike.length > 1 ? alike.indexOf(area) + 1 : undefined;
}

/** What an area is called. */
export function areaName(view: View, glossary: Glossary, area: Area): string {
  const number = numbered(view, area);
  const own = area.name ? capital(area.name) : glossary.label(area.term);
  return number === undefined ? own : `${own} ${number}`;
}

/** What an area is, and what its rules and marks mean, line by line. */
export function explained(view: View, glossary: Glossary, area: Area): string[] {
  const words = [...(area.rules ?? []), ...(area.marks ?? []).map((mark) => mark.term)];
  const lines = words.map((word) => `${glossary.label(word)}: ${glossary.term(word)?.text ?? ''}`);
  const floors = (area.floors ?? []).map((height) => inches(height));
  const up = floors.length > 0 ? [`Floors to stand on: ${floors.join(', ')} up`] : [];
  return [areaName(view, glossary, area), ...lines, ...up];
}

/** What a ref is called, where the view knows it. */
export function nameOf(view: View, glossary: Glossary, ref: Ref): string {
  const { kind, id } = point(ref);
  switch (kind) {
    case 'seat':
      return view.seats.find((seat) => seat.id === id)?.name ?? ref;
    case 'unit':
      return view.units.find((unit) => unit.id === id)?.name ?? ref;
    case 'model': {
      const model = view.models.find((other) => other.id === id);
      return model?.name ?? ref;
    }
    case 'area': {
      const area = view.areas.find((other) => other.id === id);
      return area ? areaName(view, glossary, area) : ref;
    }
    default:
      return ref.replace(':', ' ');
  }
}

/** A mark in words: Aboard (Ore Crawler). */
export function marked(view: View, glossary: Glossary, mark: Mark): string {
  const from = mark.from ? ` (${nameOf(view, glossary, mark.from)})` : '';
  return glossary.label(mark.term) + from;
}

/** What a unit is inside of, in words. */
export function inside(view: View, glossary: Glossary, unit: Unit): string | undefined {
  if (typeof unit.place !== 'object' || !('inside' in unit.place)) return undefined;
  return `in ${nameOf(view, glossary, unit.place.inside)}`;
}

/** The unit that a ref points at or belongs to. */
export function unitOf(view: View, ref: Ref): Unit | undefined {
  const { kind, id } = point(ref);
  const unit = kind === 'model' ? view.models.find((model) => model.id === id)?.unit : kind === 'unit' ? id : undefined;
  return view.units.find((other) => other.id === unit);
}
