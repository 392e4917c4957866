// Models are dragged: what is illegal says so before the mouse is released, and nothing has changed.

import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';

import { answerUntil, question, unprepared } from '../play';
import { errorsOf, Stage } from '../stage';

const stage = Stage.forAll();

const asksForPlaces = (page: Page) => page.locator('.prompt .alone').isVisible();

/** The middle of a ghost that can be dragged. */
async function ghost(page: Page): Promise<{ x: number; y: number }> {
  const box = await page.locator('.above .movable').first().boundingBox();
  if (!box) throw new Error('there is no ghost');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

it('an illegal drag is refused with its rule and margin before the mouse is released', async () => {
  const page = await stage.newcomer();
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now' }).click();
  await page.waitForURL('**/match/*');
  await unprepared(page);
  await answerUntil(page, () => asksForPlaces(page));
  const asked = await question(page);
  await page.locator('.prompt .allowed, .prompt .suggestions').first().waitFor();
  const confirm = page.getByRole('button', { name: 'Confirm' });

  // Whoever presses Escape in the middle of a drag finds the models where they were.
  const stood = await ghost(page);
  await page.mouse.move(stood.x, stood.y);
  await page.mouse.down();
  await page.mouse.move(stood.x + 80, stood.y, { steps: 4 });
  await expect.poll(async () => (await ghost(page)).x - stood.x).toBeGreaterThan(40);
  await page.keyboard.press('Escape');
  await expect.poll(async () => Math.abs((await ghost(page)).x - stood.x)).toBeLessThan(1);
  await page.mouse.up();
  expect(Math.abs((await ghost(page)).x - stood.x)).toBeLessThan(1);
  await expect.poll(() => confirm.isEnabled()).toBe(true);

  // Straight across to the other side of the battlefield, which is nobody's zone but the enemy's.
  const from = await ghost(page);
  const board = await page.locator('.board').boundingBox();
  if (!board) throw new Error('there is no board');
  const up = from.y > board.y + board.height / 2;
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, up ? board.y + 60 : board.y + board.height - 60, { steps: 12 });
  const refusal = page.locator('.prompt .refused');
  await refusal.waitFor();
  expect(await refusal.textContent()).toMatch(/Not allowed: \S+/);
  expect(await refusal.getByRole('link').count()).toBeGreaterThan(0);
  expect(await page.locator('.above .base.bad').count()).toBeGreaterThan(0);
  await page.mouse.up();
  expect(await confirm.isDisabled()).toBe(true);
  expect(await question(page)).toBe(asked);

  // Back where it came from it is allowed, and stands there once it is confirmed.
  const now = await ghost(page);
  await page.mouse.move(now.x, now.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y, { steps: 12 });
  await page.mouse.up();
  await expect.poll(() => confirm.isEnabled()).toBe(true);
  await confirm.click();
  await expect.poll(() => question(page)).not.toBe(asked);
  expect(await page.locator('.board .unit').count()).toBeGreaterThan(0);
  expect(errorsOf(page)).toEqual([]);
});
