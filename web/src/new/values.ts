// Values of settings: read as people type them, written as people read them, compared. What is refused here is what
// the server would refuse.

import { INCH } from '../names';
import type { Setting, Value } from '../wire';

/** What came of reading a text: a value, or why it is none. */
export type Read = { value: Value } | { fault: string };

/** The values that were set by hand, by the names of their settings. */
export type Values = Record<string, Value>;

const MILLIMETRE = 100;
/** The longest length that a setting takes, in inches. */
const LONGEST = 400;

export function same(one: Value, other: Value): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The value of a setting: as set, or as it is when nothing is said. */
export function valueOf(setting: Setting, values: Values): Value {
  return Object.hasOwn(values, setting.name) ? (values[setting.name] ?? setting.default) : setting.default;
}

/** Whether a setting means anything: what it needs, and what that needs, is set so. */
export function applies(setting: Setting, all: Setting[], values: Values, depth = 0): boolean {
  if (!setting.needs || depth > all.length) return true;
  const [name, wanted] = setting.needs;
  const needed = all.find((other) => other.name === name);
  return needed !== undefined && same(valueOf(needed, values), wanted) && applies(needed, all, values, depth + 1);
}

/** The settings that differ from the default and mean something: what a set-up says. */
export function changed(all: Setting[], values: Values): Setting[] {
  return all.filter((setting) => !same(valueOf(setting, values), setting.default) && applies(setting, all, values));
}

/** A value as people read it; `label` spells the words of the game. */
export function shown(value: Value, label: (word: string) => string): string {
  if (value === 'none') return 'none';
  if ('switch' in value) return value.switch ? 'yes' : 'no';
  if ('number' in value) return String(value.number);
  if ('length' in value) return writeLength(value.length);
  if ('choice' in value) return label(value.choice);
  if ('set' in value) return value.set.length === 0 ? 'none of them' : value.set.map(label).join(', ');
  return value.dice;
}

/** A value as it stands in a text field. */
export function written(value: Value): string {
  return value === 'none' ? '' : shown(value, (word) => word);
}

/** Reads what was typed for a number, a length or dice. An empty field is no value, where there may be none. */
export function read(setting: Setting, text: string): Read {
  const { kind } = setting;
  const typed = text.trim();
  if (kind === 'dice') return readDice(typed);
  if (kind === 'switch' || !('number' in kind || 'length' in kind)) return { fault: 'nothing is typed here' };
  const { optional } = 'number' in kind ? kind.number : kind.length;
  if (optional && (typed === '' || typed === 'none')) return { value: 'none' };
  return 'number' in kind ? readNumber(typed, kind.number) : readLength(typed);
}

function readNumber(text: string, { min, max, optional }: { min: number; max: number; optional: boolean }): Read {
  const number = /^-?\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (number >= min && number <= max) return { value: { number } };
  return { fault: `enter a whole number from ${min} to ${max}${optional ? ', or leave it empty' : ''}` };
}

/** Reads `12 in`, `12"`, `3.5in` and `32 mm`; a number without a unit is in inches. */
function readLength(text: string): Read {
  const found = /^(\d{1,7}(?:\.\d{1,9})?)\s*(in|"|mm|)$/.exec(text);
  if (!found) return { fault: 'enter a length such as 3 in or 32 mm' };
  const length = Math.round(Number(found[1]) * (found[2] === 'mm' ? MILLIMETRE : INCH));
  if (length > LONGEST * INCH) return { fault: `a length can be at most ${LONGEST} in` };
  return { value: { length } };
}

/** Inches where they come out even in twentieths, otherwise millimetres. */
export function writeLength(length: number): string {
  return length % (INCH / 20) === 0 ? `${Number((length / INCH).toFixed(2))} in` : `${length / MILLIMETRE} mm`;
}

/** Reads `2D6+1`, or the sides of a die one by one, and writes them in the one way the server takes. */
function readDice(text: string): Read {
  const thrown = /^([1-9]\d{0,2})?\s*[dD]\s*([1-9]\d{0,4})\s*(?:([+-])\s*(\d{1,4}))?$/.exec(text);
  if (thrown) {
    const [, count = '', faces = '', sign = '', plus = ''] = thrown;
    const more = Number(plus) > 0 ? `${sign}${Number(plus)}` : '';
    return { value: { dice: `${count === '1' && !digits(faces) ? '' : count}D${faces}${more}` } };
  }
  const sides = /^-?\d{1,4}(\s+-?\d{1,4})+$/.test(text) ? text.split(/\s+/).map(Number) : [];
  if (sides.length > 0 && sides.length <= 20) {
    const numbered = sides.every((side, at) => side === at + 1);
    return { value: { dice: numbered ? `D${sides.length}` : sides.join(' ') } };
  }
  return { fault: 'enter dice such as 2D6 or D3+2, or the sides of one die, such as 0 0 1 1 1 2' };
}

/** `D66` is two dice read as digits, so a single die of so many sides needs its 1. */
function digits(faces: string): boolean {
  return /^([2-9])\1{1,3}$/.test(faces);
}

/** Whether every one of these words is found somewhere in a setting. */
export function fits(setting: Setting, words: string): boolean {
  const text = `${setting.group} ${setting.label} ${setting.name} ${setting.text}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Settings by the part of the form they stand in; parts and settings in the order of the game. */
export function grouped(settings: Setting[]): [string, Setting[]][] {
  const names = [...new Set(settings.map(({ group }) => group))];
  return names.map((name) => [name, settings.filter(({ group }) => group === name)]);
}
