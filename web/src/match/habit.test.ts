import { expect, it } from 'vitest';

import type { Ask } from '../wire';
import { habit } from './habit';

const ask = (rest: object): Ask =>
  ({ id: 1, seat: 0, text: '', why: 'a.b', form: { number: { min: 0, max: 3, step: 1 } }, ...rest }) as Ask;
const choose = (tokens: string[], more = {}) => ({
  form: {
    choose: { options: tokens.map((token) => ({ token, label: token, ...more })), min: 1, max: 1, ordered: false },
  },
});

it('takes what is suggested, before what is only offered', () => {
  const suggestions = [{ label: 'two', answer: { number: 2 } }];
  expect(habit(ask({ suggestions }))).toEqual({ number: 2 });
  expect(habit(ask({ ...choose(['a', 'b']), suggestions }))).toEqual({ number: 2 });
});

it('takes the first option that is open, and otherwise passes', () => {
  expect(habit(ask(choose(['a', 'b'])))).toEqual({ choose: ['a'] });
  const closed = choose(['a'], { refused: { rule: 'a.b', text: 'no' } });
  expect(habit(ask({ ...closed, pass: { choose: [] } }))).toEqual({ choose: [] });
  expect(habit(ask({}))).toBeUndefined();
});
