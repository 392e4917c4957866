import { afterEach, expect, it, vi } from 'vitest';

import { library } from './library.svelte';

const answers: Record<string, unknown> = {
  '/api/books': [
    { id: 'one', text: 'One' },
    { id: 'two', text: 'Two' },
  ],
  '/api/books/one': { id: 'one', title: 'One', entries: [{ id: 'one.a.b', title: '', kind: 'play', text: '' }] },
  '/api/books/two': { id: 'two', title: 'Two', entries: [{ id: 'second.a.b', title: '', kind: 'play', text: '' }] },
  '/api/rules/one.a.b': { id: 'one.a.b', title: 'A', kind: 'play', text: 'So it is.' },
};

afterEach(() => vi.restoreAllMocks());

function answering(): ReturnType<typeof vi.spyOn> {
  return vi.spyOn(globalThis, 'fetch').mockImplementation((path) => {
    const answer = answers[String(path)];
    return Promise.resolve(
      new Response(JSON.stringify(answer ?? { trouble: 'there is no such thing' }), {
        status: answer ? 200 : 404,
      }),
    );
  });
}

it('a rule is asked for once', async () => {
  const asked = answering();
  const [rule, again] = await Promise.all([library.rule('one.a.b'), library.rule('one.a.b')]);
  expect(again).toBe(rule);
  expect(asked).toHaveBeenCalledTimes(1);
});

it('what did not arrive is asked for again', async () => {
  const asked = answering();
  await expect(library.rule('one.x.y')).rejects.toThrow('there is no such thing');
  await expect(library.rule('one.x.y')).rejects.toThrow('there is no such thing');
  expect(asked).toHaveBeenCalledTimes(2);
});

it('a rule is found in the book that has it, whatever its id begins with', async () => {
  answering();
  expect(await library.bookOf('one.a.b', 'one')).toBe('one');
  expect(await library.bookOf('second.a.b', 'second')).toBe('two');
  expect(await library.bookOf('third.a.b', 'third')).toBeUndefined();
});
