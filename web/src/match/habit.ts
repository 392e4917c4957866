// What somebody answers who leaves the rest to Muster: what is suggested first, or what is offered first.

import type { Answer, Ask } from '../wire';

/** The answer, where there is one that needs no thought. */
export function habit(ask: Ask): Answer | undefined {
  const [suggested] = ask.suggestions ?? [];
  if (suggested) return suggested.answer;
  if (ask.proposal) return ask.proposal;
  if ('choose' in ask.form && ask.form.choose.min <= 1) {
    const open = ask.form.choose.options.find((option) => !option.refused);
    if (open && ask.form.choose.max > 0) return { choose: [open.token] };
  }
  return ask.pass;
}
