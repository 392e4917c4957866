// How many clicks a whole battle takes somebody who takes what is offered first. It prints figures and fails at none.

import { expect, it } from 'vitest';

import { answerUntil } from '../play';
import { Stage } from '../stage';

const stage = Stage.forAll();

it('plays a whole battle against the bot with suggestions only', async () => {
  const page = await stage.newcomer({ reducedMotion: 'reduce' });
  await page.addInitScript(() => {
    const kept = (name: string): string[] => JSON.parse(sessionStorage.getItem(name) ?? '[]');
    const clicked = (event: Event) => {
      if (!event.isTrusted) return;
      const asked = (event.target as Element).closest('.prompt')?.getAttribute('data-ask');
      const answered = new Set(kept('answered'));
      if (asked) answered.add(asked);
      sessionStorage.setItem('answered', JSON.stringify([...answered]));
      sessionStorage.setItem('clicks', JSON.stringify([...kept('clicks'), asked ?? '']));
    };
    addEventListener('click', clicked, { capture: true });
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now' }).click();
  await page.waitForURL('**/match/*');
  const over = page.getByRole('button', { name: 'Rematch, seats swapped' });
  await answerUntil(page, () => over.isVisible(), 3000);
  const count = (name: string) =>
    page.evaluate((kept) => (JSON.parse(sessionStorage.getItem(kept) ?? '[]') as string[]).length, name);
  const [clicks, answered] = [await count('clicks'), await count('answered')];
  process.stdout.write(`a whole battle on the page: ${clicks} clicks for ${answered} questions, suggestions only\n`);
  expect(answered).toBeGreaterThan(20);
}, 900_000);
