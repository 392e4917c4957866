import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it } from 'vitest';

import type { GameInfo, Setting } from '../wire';
import { Form } from './form.svelte';
import SettingRow from './SettingRow.svelte';

const plain = { label: 'Rounds', text: 'How many? As many as agreed.', rule: 'x.ruling.rounds', group: 'End' };
const settings: Setting[] = [
  { ...plain, name: 'n', kind: { number: { min: 1, max: 5, optional: false } }, default: { number: 3 } },
  { ...plain, name: 's', kind: 'switch', default: { switch: false } },
  { ...plain, name: 'c', kind: { choice: ['a', 'b-c'] }, default: { choice: 'a' } },
  { ...plain, name: 'm', kind: { set: ['a', 'b'] }, default: { set: [] } },
  { ...plain, name: 'l', kind: { length: { optional: true } }, default: 'none' },
];
const game = {
  id: 'x',
  seats: [2, 2],
  settings,
  terms: [{ id: 'a', label: 'The First', text: '', sign: '', tone: 'plain' }],
  armies: [],
  fields: [],
  bots: [],
  orders: [],
  titles: { 'x.ruling.rounds': 'How many?' },
} as unknown as GameInfo;

let form: Form;
let shown: object | undefined;
beforeEach(() => {
  form = new Form(game, true);
});
afterEach(() => {
  if (shown) void unmount(shown);
  document.body.replaceChildren();
});

function show(name: string): HTMLElement {
  const setting = settings.find((one) => one.name === name) as Setting;
  shown = mount(SettingRow, { target: document.body, props: { form, setting, grouped: true } });
  flushSync();
  return document.body;
}
function enter(element: Element | null, change: (input: HTMLInputElement) => void, event: string): void {
  change(element as HTMLInputElement);
  element?.dispatchEvent(new Event(event, { bubbles: true }));
  flushSync();
}

it('what is typed wrong is said at once, and kept for mending', () => {
  const page = show('n');
  const input = page.querySelector('input');
  enter(input, (field) => (field.value = '9'), 'input');
  expect(page.querySelector('[role=alert]')?.textContent).toContain('from 1 to 5');
  expect([input?.value, input?.getAttribute('aria-invalid')]).toEqual(['9', 'true']);
  expect(form.problems).toHaveLength(1);
  enter(input, (field) => (field.value = '4'), 'input');
  expect([form.values, form.problems]).toEqual([{ n: { number: 4 } }, []]);
});

it('a changed setting is marked, and goes back to its default', () => {
  const page = show('n');
  expect(page.textContent).not.toContain('changed');
  enter(page.querySelector('input'), (field) => (field.value = '5'), 'input');
  expect(page.textContent).toContain('changed');
  page.querySelector('button')?.click();
  flushSync();
  expect([form.values, page.querySelector('input')?.value]).toEqual([{}, '3']);
});

it('switches, choices, sets and lengths set what they show', () => {
  enter(show('s').querySelector('input'), (field) => (field.checked = true), 'change');
  document.body.replaceChildren();
  const choice = show('c');
  expect(choice.querySelector('select')?.textContent).toContain('The First');
  enter(choice.querySelector('select'), (field) => (field.value = 'b-c'), 'change');
  document.body.replaceChildren();
  const set = show('m');
  for (const box of [...set.querySelectorAll('input')].reverse()) enter(box, (one) => (one.checked = true), 'change');
  document.body.replaceChildren();
  enter(show('l').querySelector('input'), (field) => (field.value = '2 in'), 'input');
  expect(form.values).toEqual({
    s: { switch: true },
    c: { choice: 'b-c' },
    m: { set: ['a', 'b'] },
    l: { length: 5080 },
  });
});

it('the question of a ruling is the link to it', () => {
  const link = show('n').querySelector('a');
  expect([link?.textContent, link?.getAttribute('href')]).toEqual(['How many?', '/rules/x/x.ruling.rounds']);
});
