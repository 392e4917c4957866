import { mount, unmount } from 'svelte';
import { expect, it } from 'vitest';

import { Glossary } from '../names';
import type { GameInfo } from '../wire';
import TermWord from './TermWord.svelte';

const terms = [
  { id: 'haste', label: 'Haste', text: '', sign: 'Ha', tone: 'good', rules: ['x.haste'] },
  { id: 'tired', label: 'Tired', text: '', sign: '✓', tone: 'plain', rules: ['x.tired'] },
];
const glossary = new Glossary({ terms, bots: [], orders: [], titles: {} } as unknown as GameInfo);

function read(word: string): string {
  const shown = mount(TermWord, { target: document.body, props: { word, glossary, sign: true } });
  const text = document.body.textContent?.trim() ?? '';
  void unmount(shown);
  return text;
}

it('a sign stands before its word, unless it only abbreviates it', () => {
  expect(read('tired')).toBe('✓Tired');
  expect(read('haste')).toBe('Haste');
});
