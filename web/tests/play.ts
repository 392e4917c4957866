// How tests play: by clicking what the page offers, whatever the game.

import type { Page } from 'playwright-core';

/** What the page asks, once it asks something. */
export async function question(page: Page): Promise<string> {
  return (await page.locator('#question').textContent()) ?? '';
}

/** Answers what is asked, as somebody would who takes what is offered first. */
export async function answer(page: Page): Promise<void> {
  const prompt = page.locator('.prompt');
  await prompt.waitFor();
  const asked = await page.evaluate(() => document.querySelector('.prompt')?.getAttribute('data-ask'));
  const suggestion = prompt.locator('.suggestions button').first();
  const pass = prompt.locator('footer .pass');
  if (await suggestion.isVisible()) {
    await suggestion.click();
  } else if (await prompt.locator('.option').first().isVisible()) {
    const group = prompt.locator('.option.group').first();
    if (await group.isVisible()) await group.click();
    await prompt.locator('.option:not(.group)').first().click();
  } else if (await pass.isVisible()) await pass.click();
  else await prompt.locator('.few button').first().click();
  // One click may be the answer, or something is to be confirmed: several options, or two questions in one.
  const gone = (before: string | null | undefined) =>
    document.querySelector('.prompt')?.getAttribute('data-ask') !== before;
  const goneOrReady = (before: string | null | undefined) =>
    document.querySelector('.prompt')?.getAttribute('data-ask') !== before ||
    document.querySelector('.prompt footer .primary:not(:disabled)') !== null;
  await page.waitForFunction(goneOrReady, asked, { timeout: 20_000 });
  const confirm = page.locator(`.prompt[data-ask="${asked ?? ''}"] footer .primary:not(:disabled)`);
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
