// A phone: everything can be reached with a thumb, and nothing hangs over the edge.

import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';

import { answer, answerUntil, round } from '../play';
import { errorsOf, Stage } from '../stage';

const stage = Stage.forAll();

const overhang = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

it('plays the first action on 360 by 740', async () => {
  const page = await stage.newcomer({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  });
  for (const address of ['/', '/new', '/rules', '/replay']) {
    await page.goto(address);
    await page.getByRole('heading').first().waitFor();
    expect([address, await overhang(page)]).toEqual([address, 0]);
  }
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now' }).tap();
  await page.waitForURL('**/match/*');
  // The hint for the first time leaves room for the battlefield and for the question.
  await page.getByRole('complementary', { name: 'Guide' }).waitFor();
  const question = await page.locator('#question').boundingBox();
  expect((question?.y ?? 740) + (question?.height ?? 0)).toBeLessThan(740);
  await page.getByRole('button', { name: 'Explain' }).tap();
  await page.getByRole('button', { name: 'Got it' }).waitFor();
  await answerUntil(page, async () => (await round(page)) === 1);
  await answer(page);
  expect(await overhang(page)).toBe(0);
  const board = await page.locator('.board').boundingBox();
  expect(board?.height ?? 0).toBeGreaterThan(250);
  // The units and the log are a tap away.
  await page.getByRole('button', { name: 'Log', exact: true }).tap();
  await page.locator('.log .fold').last().tap();
  await page.locator('.log .parts .entry').first().waitFor();
  expect(await overhang(page)).toBe(0);
  await page.getByRole('button', { name: 'Units', exact: true }).tap();
  // Whichever unit is chosen shows its card there, in sight.
  await page.locator('.units .unit').last().tap();
  const card = page.locator('.units').getByRole('article');
  await card.waitFor();
  const box = await card.boundingBox();
  expect(box?.y ?? 740).toBeLessThan(740 - 100);
  expect(errorsOf(page)).toEqual([]);
});
