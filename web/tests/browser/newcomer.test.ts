// Somebody who has never seen Muster opens the page, presses one button, and plays.

import { expect, it } from 'vitest';

import { answer, answerUntil, question, round } from '../play';
import { errorsOf, Stage } from '../stage';

const stage = Stage.forAll();

it('plays within a few clicks, and is told what to do', async () => {
  const page = await stage.newcomer();
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now' }).click();
  await page.waitForURL('**/match/*');
  // The first question is there, with a hint for the first time.
  expect(await question(page)).not.toBe('');
  await page.getByRole('complementary', { name: 'Guide' }).waitFor();
  await page.getByRole('button', { name: 'Got it' }).click();
  expect(await page.getByRole('complementary', { name: 'Guide' }).count()).toBe(0);
  await answer(page);
  await page.getByRole('button', { name: 'No more hints' }).click();
  // Set-up, then the first action of the first round.
  await answerUntil(page, async () => (await round(page)) === 1);
  await answer(page);
  expect(await page.locator('.log .recap').count()).toBeGreaterThan(5);
  // The match is among mine, and goes on from there.
  const asked = await question(page);
  await page.goto('/');
  await page
    .getByRole('link', { name: /Go on|Continue/ })
    .first()
    .click();
  await page.waitForURL('**/match/*');
  expect(await question(page)).toBe(asked);
  expect(errorsOf(page)).toEqual([]);
});

it('plays a whole round by clicking, undo and reasons included', async () => {
  const page = await stage.newcomer();
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now' }).click();
  await page.waitForURL('**/match/*');
  const options = page.locator('.prompt .option.group');
  await answerUntil(page, async () => (await round(page)) === 1 && (await options.first().isVisible()));

  // What was just chosen can be taken back while nothing was rolled since.
  const before = await question(page);
  await options.first().click();
  await page.locator('.prompt .option:not(.group)').first().click();
  await expect.poll(() => question(page)).not.toBe(before);
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect.poll(() => question(page)).toBe(before);

  await answerUntil(page, async () => (await round(page)) === 2, 300);
  // What a step came to unfolds, with the keyboard too; an entry of it says why, and its rule opens.
  const folds = page.locator('.log .fold');
  const told = await folds.allTextContents();
  expect(told.filter((sentence) => /^Your .+\.$/.test(sentence))).not.toEqual([]);
  const last = folds.last();
  await last.focus();
  expect(await last.getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.press('Enter');
  expect(await last.getAttribute('aria-expanded')).toBe('true');
  await page.locator('.log .parts .entry button.why').last().click();
  await page.locator('.log .entry.open a').first().click();
  await page.getByRole('dialog').getByRole('link').first().waitFor();
  expect(errorsOf(page)).toEqual([]);
});
