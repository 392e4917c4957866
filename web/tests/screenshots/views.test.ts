// Pictures of the main views, for the README: `cargo xtask screenshots`.

import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';

import { answer, answerUntil, round } from '../play';
import { Stage } from '../stage';
import type { GameInfo } from '../../src/wire';

const FOLDER = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url));
const stage = Stage.forAll();

async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  await page.waitForTimeout(1200);
  await page.screenshot({ path: `${FOLDER}${name}.png` });
}

/** A battle in its first round, on a battlefield that is always the same. */
async function battle(page: Page): Promise<void> {
  await page.goto('/new');
  await page.getByLabel('Seed', { exact: true }).fill('7');
  await page.locator('[aria-busy=false] .board').waitFor();
  await page.getByRole('button', { name: 'Start the match' }).click();
  await page.waitForURL('**/match/*');
  const more = page.getByRole('button', { name: 'No more hints' });
  const fold = page.getByRole('button', { name: 'Explain' });
  await more.or(fold).first().waitFor();
  if (await fold.isVisible()) await fold.click();
  await more.click();
  // Whoever starts a match by hand sets it up; here the standing orders of a quick start do.
  const games = (await (await page.request.get('/api/games')).json()) as GameInfo[];
  const quick = new Set(games[0]?.quick_start.map(({ order }) => order));
  await page.getByRole('button', { name: 'Menu' }).click();
  for (const { id, label } of games[0]?.orders ?? []) if (quick.has(id)) await page.getByLabel(label).check();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => round(page), { timeout: 60_000 }).toBe(1);
  const ready = async () =>
    (await round(page)) === 1 && (await page.locator('.prompt .option.group').first().isVisible());
  await answerUntil(page, ready);
}

it('takes pictures of the main views', async () => {
  const page = await stage.newcomer({ colorScheme: 'dark', viewport: { width: 1440, height: 900 } });
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now' }).waitFor();
  await picture(page, 'home');

  await page.goto('/new');
  await page.locator('[aria-busy=false] .board').waitFor();
  await picture(page, 'new-match');

  await battle(page);
  // The second round: units have met, and there is something to tell.
  await answerUntil(
    page,
    async () => (await round(page)) === 2 && (await page.locator('.prompt .option.group').first().isVisible()),
    300,
  );
  await page.locator('.board .unit .place').first().hover();
  await picture(page, 'battle');

  // A unit is dragged further than it can go.
  const moving = page.locator('.prompt .alone');
  await answerUntil(page, () => moving.isVisible(), 60);
  const from = await page.locator('.board .place.movable').first().boundingBox();
  const board = await page.locator('.board').boundingBox();
  if (from && board) {
    const middle = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
    const up = middle.y > board.y + board.height / 2 ? -1 : 1;
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x + 30, middle.y + up * 170, { steps: 12 });
    await page.locator('.banner').waitFor();
    await picture(page, 'drag');
    await page.mouse.up();
  }
  await page.getByRole('button', { name: 'Reset' }).click();

  // What a shot needs, before it is fired.
  const shooting = page.locator('.prompt summary', { hasText: 'One by one' });
  await answerUntil(page, () => shooting.isVisible(), 120);
  await page.locator('.prompt .suggestions button').first().click();
  await page.locator('.prompt .allowed').waitFor();
  await picture(page, 'odds');
  await answer(page);

  await page.goto('/rules');
  await page.getByRole('searchbox').fill('distance');
  await page.getByText(/rules found/).waitFor();
  await picture(page, 'rules');
});

it('takes pictures on a phone, in the light', async () => {
  const page = await stage.newcomer({
    colorScheme: 'light',
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  });
  await battle(page);
  await picture(page, 'phone');
});
