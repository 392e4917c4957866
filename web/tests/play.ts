// How tests play: by clicking what the page offers, whatever the game.

import type { Page } from 'playwright-core';

/** What the page asks, once it asks something. */
export async function question(page: Page): Promise<string> {
  return (await page.locator('#question').textContent()) ?? '';
}

/** What can be clicked to answer a question, the best first. */
const OFFERED = ['.suggestions button', '.option.group', '.option', 'footer .pass', '.few button', 'footer .primary'];

/** Answers what is asked, as somebody would who takes what is offered first. */
export async function answer(page: Page): Promise<void> {
  await page.locator('.prompt').waitFor();
  const asked = await page.evaluate(() => document.querySelector('.prompt')?.getAttribute('data-ask') ?? '');
  const prompt = page.locator(`.prompt[data-ask="${asked}"]`);
  const gone = (before: string) => document.querySelector('.prompt')?.getAttribute('data-ask') !== before;
  // The second of two questions in one is there for a moment, closed, while the page answers it.
  const offered = await page.waitForFunction(
    ([before, all]) => {
      if (document.querySelector('.prompt')?.getAttribute('data-ask') !== before) return 'gone';
      return all.find((one) => document.querySelector(`.prompt ${one}:enabled`)?.checkVisibility());
    },
    [asked, OFFERED] as const,
    { timeout: 20_000 },
  );
  const first = await offered.jsonValue();
  if (first === undefined || first === 'gone') return;
  try {
    await prompt.locator(`${first}:enabled`).first().click({ timeout: 5_000 });
    if (first === '.option.group') await prompt.locator('.option:not(.group):enabled').first().click();
  } catch (error) {
    if (await prompt.isVisible()) throw error;
    return;
  }
  // One click may be the answer, or something is to be confirmed: several options, or two questions in one.
  const goneOrReady = (before: string) =>
    document.querySelector('.prompt')?.getAttribute('data-ask') !== before ||
    document.querySelector('.prompt footer .primary:not(:disabled)') !== null;
  await page.waitForFunction(goneOrReady, asked, { timeout: 20_000 });
  const confirm = prompt.locator('footer .primary:not(:disabled)');
  // By the time it is clicked, it may be gone.
  if (await confirm.isVisible()) await confirm.click({ timeout: 2_000 }).catch(() => undefined);
  await page.waitForFunction(gone, asked, { timeout: 20_000 });
}

/** Starts the match that was prepared again, with an army that is still to be set up. */
export async function unprepared(page: Page): Promise<void> {
  const prepared = page.url();
  await page.getByRole('button', { name: 'Set up my army myself' }).click();
  await page.waitForURL((url) => url.href !== prepared);
  await page.locator('.prompt').waitFor();
}

/** Answers until something holds. */
export async function answerUntil(page: Page, holds: () => Promise<boolean>, most = 120): Promise<void> {
  for (let n = 0; n < most; n += 1) {
    if (await holds()) return;
    const gate = page.getByRole('dialog').getByRole('button', { name: /show it$/ });
    const skip = page.getByRole('button', { name: 'Skip ahead' });
    if (await gate.isVisible()) await gate.click();
    // What happens is shown for a moment; by the time it is clicked it may be over.
    else if (await skip.isVisible()) await skip.click({ timeout: 1000 }).catch(() => undefined);
    else if (await page.locator('.prompt').isVisible()) await answer(page);
    else await page.waitForTimeout(100);
  }
  throw new Error(`after ${most} answers it still does not hold; asked now: ${await question(page)}`);
}

/** The round that the page shows. */
export async function round(page: Page): Promise<number> {
  const text = (await page.locator('.moment .when b').textContent()) ?? '';
  return Number(/\d+/.exec(text)?.[0] ?? 0);
}
