// How many clicks a whole battle takes somebody who takes what is offered first. It prints figures and fails at none.

import { expect, it } from 'vitest';

import { answerUntil } from '../play';
import { Stage } from '../stage';

const stage = Stage.forAll();

it('plays a whole battle against the bot with suggestions only', async () => {
  const page = await stage.newcomer({ reducedMotion: 'reduce' });
  await page.addInitScript(() => {
    const clicks = () => Number(sessionStorage.getItem('clicks') ?? 0);
    addEventListener('click', (event) => event.isTrusted && sessionStorage.setItem('clicks', String(clicks() + 1)), {
      capture: true,
    });
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now' }).click();
  await page.waitForURL('**/match/*');
  let answers = 0;
  let asked: string | null = null;
  const over = page.locator('.over');
  const counting = async () => {
    const now = await page.evaluate(() => document.querySelector('.prompt')?.getAttribute('data-ask') ?? null);
    if (now !== null && now !== asked) answers += 1;
    asked = now;
    return over.isVisible();
  };
  await answerUntil(page, counting, 3000);
  const clicks = await page.evaluate(() => Number(sessionStorage.getItem('clicks')));
  process.stdout.write(`a whole battle on the page: ${clicks} clicks for ${answers} questions, suggestions only\n`);
  expect(clicks).toBeGreaterThanOrEqual(answers);
}, 900_000);
