// A match is seen again: from a file, event by event, and from one that was played here.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';

import { errorsOf, Stage } from '../stage';

const folder = mkdtempSync(join(tmpdir(), 'muster-records-'));
beforeAll(() => {
  execFileSync(process.env['MUSTER'] ?? '', ['simulate', '--games', '1', '--seed', '7', '--records', folder]);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
const stage = Stage.forAll();

const places = (page: Page) =>
  page.locator('.board .place').evaluateAll((all) => all.map((one) => one.getAttribute('style')).join());

it('a file from disk is checked, scrubbed, stepped through and played', async () => {
  const page = await stage.newcomer();
  await page.goto('/replay');
  const [file = ''] = readdirSync(folder);
  await page.locator('input[type=file]').setInputFiles(join(folder, file));
  const slider = page.getByRole('slider');
  await slider.waitFor();
  const at = async () => Number(await slider.inputValue());
  const last = Number(await slider.getAttribute('max'));
  expect(last).toBeGreaterThan(100);

  await slider.fill(String(last));
  await expect.poll(at).toBe(last);
  const end = await places(page);
  await slider.fill(String(Math.round(last / 2)));
  await expect.poll(() => places(page)).not.toBe(end);
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(at).toBe(Math.round(last / 2) + 1);
  await page.keyboard.press('End');
  await expect.poll(() => places(page)).toBe(end);
  await page.keyboard.press('Home');
  await expect.poll(at).toBe(0);
  // What a step came to leads to where it begins, and unfolds to what was told in it.
  const story = page.getByRole('complementary', { name: 'Log' });
  await story
    .getByRole('button', { name: /^\S+ acts? first/ })
    .first()
    .click();
  const begins = await at();
  expect(begins).toBeGreaterThan(0);
  const fold = story.getByRole('button', { name: /^All of it: \S+ acts? first/ }).first();
  await fold.click();
  expect(await fold.getAttribute('aria-expanded')).toBe('true');
  const parts = story.locator('.parts button');
  expect(await parts.first().getAttribute('aria-current')).toBe('step');
  await parts.last().click();
  await expect.poll(at).toBeGreaterThan(begins);
  await page.getByRole('slider').focus();
  await page.keyboard.press('Home');
  await expect.poll(at).toBe(0);
  await page.getByRole('button', { name: /^Play/ }).click();
  await expect.poll(at, { timeout: 10_000 }).toBeGreaterThan(3);
  expect(errorsOf(page)).toEqual([]);
});

it('what is no record is refused with a sentence', async () => {
  const page = await stage.newcomer();
  await page.goto('/replay');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'x.muster', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').textContent()).toMatch(/record/);
});
