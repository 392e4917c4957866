// The keyboard alone is enough.

import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';

import { question } from '../play';
import { errorsOf, Stage } from '../stage';

const stage = Stage.forAll();

/** Goes on with Tab until what has the focus matches. */
async function tabTo(page: Page, selector: string, most = 120): Promise<void> {
  for (let n = 0; n < most; n += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
  }
  throw new Error(`Tab never reaches ${selector}`);
}

it('takes an action with the keyboard alone', async () => {
  const page = await stage.newcomer();
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now' }).waitFor();
  await tabTo(page, 'button.primary');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/match/*');
  const prepared = page.url();
  await tabTo(page, '.prepared button');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.href !== prepared);
  const places = page.locator('.prompt .alone');
  for (let n = 0; n < 12 && !(await places.isVisible()); n += 1) {
    const asked = await question(page);
    await tabTo(page, '.prompt .option');
    await page.keyboard.press('Enter');
    // Options of one unit open a list of what it can do.
    await page.waitForTimeout(300);
    if ((await question(page)) === asked && (await page.locator('.prompt .back').isVisible())) {
      await tabTo(page, '.prompt .option:not(.group)');
      await page.keyboard.press('Enter');
    }
    await expect.poll(() => question(page)).not.toBe(asked);
  }
  expect(await places.isVisible()).toBe(true);
  // Arrow keys push the models, Enter confirms.
  const asked = await question(page);
  const ghost = () => page.locator('.above .movable').first().getAttribute('transform');
  const before = await ghost();
  await tabTo(page, '.board svg');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(ghost).not.toBe(before);
  await page.keyboard.press('ArrowRight');
  await expect.poll(ghost).toBe(before);
  await expect.poll(() => page.getByRole('button', { name: 'Confirm' }).isEnabled()).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(() => question(page)).not.toBe(asked);
  expect(errorsOf(page)).toEqual([]);
});
