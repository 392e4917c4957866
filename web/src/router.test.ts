import { describe, expect, it } from 'vitest';

import { read } from './places';
import { router } from './router.svelte';

function check(address: string, place: unknown): void {
  const url = new URL(address, 'http://muster.example');
  expect(read(url.pathname, url.search)).toEqual(place);
}

describe('addresses', () => {
  it('name every place of the page', () => {
    check('/', { name: 'home' });
    check('/match/ab12', { name: 'match', id: 'ab12' });
    check('/replay', { name: 'replay', id: undefined });
    check('/replay/ab12', { name: 'replay', id: 'ab12' });
    check('/rules', { name: 'rules', book: undefined, id: undefined, words: '' });
    check('/rules/book/book.plan.choose', { name: 'rules', book: 'book', id: 'book.plan.choose', words: '' });
    check('/rules?words=secret+plan', { name: 'rules', book: undefined, id: undefined, words: 'secret plan' });
  });

  it('carry what a new match begins with', () => {
    check('/new', { name: 'new', game: undefined, people: false, seed: undefined });
    check('/new?game=book&seats=people', { name: 'new', game: 'book', people: true, seed: undefined });
    check('/new?seed=7', { name: 'new', game: undefined, people: false, seed: 7 });
    check('/new?seed=x7', { name: 'new', game: undefined, people: false, seed: undefined });
  });

  it('that lead nowhere say so, also those that cannot be read', () => {
    for (const path of ['/nowhere', '/match', '/match/a/b', '/new/a', '/a/b/c/d', '/%E0%A4%A']) {
      expect(read(path, ''), path).toEqual({ name: 'lost', path });
    }
  });
});

describe('links', () => {
  function click(href: string, init: MouseEventInit = {}): MouseEvent {
    const link = document.createElement('a');
    link.href = href;
    document.body.append(link);
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, button: 0, ...init });
    link.dispatchEvent(event);
    link.remove();
    return event;
  }

  it('within the page are followed without loading it anew', () => {
    expect(click('/rules/book').defaultPrevented).toBe(true);
    expect(router.place).toMatchObject({ name: 'rules', book: 'book' });
  });

  it('to another tab, to another host, to a file and to a heading are left to the browser', () => {
    expect(click('/new', { ctrlKey: true }).defaultPrevented).toBe(false);
    expect(click('https://elsewhere.example/new').defaultPrevented).toBe(false);
    expect(click('/api/matches/a/record').defaultPrevented).toBe(false);
    router.go('/rules/book');
    expect(click('/rules/book#page').defaultPrevented).toBe(false);
    expect(click('/rules/book').defaultPrevented).toBe(true);
    expect(router.place.name).toBe('rules');
  });
});
