// The pages around the battle: a match is set up by hand, found again, and its rules are read.

import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';

import { question } from '../play';
import { errorsOf, Stage } from '../stage';

const stage = Stage.forAll();

/** The ground of the battlefield in sight, as it is drawn. */
const ground = (page: Page) => page.locator('.board path').evaluateAll((all) => all.map((one) => one.outerHTML).join());

async function settled(page: Page): Promise<void> {
  await page.locator('[aria-busy=false] .board').waitFor();
}

it('a match is set up by hand: battlefield, names, house rules, real dice', async () => {
  const page = await stage.newcomer();
  await page.goto('/new?seats=people');
  await settled(page);
  const start = page.getByRole('button', { name: 'Start the match' });

  const first = await ground(page);
  await page.getByRole('button', { name: 'Another one' }).click();
  await expect.poll(() => ground(page)).not.toBe(first);

  // Two of one name cannot play; the page says so before the server has to.
  const names = page.getByLabel('Name');
  await names.nth(0).fill('Ann');
  await names.nth(1).fill('ann');
  expect(await start.isDisabled()).toBe(true);
  await page.getByText('another player is already called ann', { exact: true }).waitFor();
  await names.nth(1).fill('Bo');

  // A number out of bounds, then one that the rules refuse, then the default again.
  const setting = page.locator('.setting:has(input:not([type=checkbox]))').last();
  await setting.locator('input').fill('many');
  expect(await start.isDisabled()).toBe(true);
  await setting.getByRole('button', { name: /^Back to/ }).click();
  expect(await start.isDisabled()).toBe(false);

  // A house rule that is found by a word, and stands beside the button.
  await page.getByText('House rules', { exact: false }).first().click();
  const house = page.locator('details .setting:has([role=switch])').first();
  await house.getByRole('switch').click();
  await page.getByText('One setting changed').waitFor();

  await page.getByLabel('Real dice, typed in').check();
  await start.click();
  await page.waitForURL('**/match/*');
  expect(errorsOf(page)).toEqual([]);

  // It is among my matches, with its names; the form remembers them; deleted it is gone for good.
  await page.goto('/');
  const row = page.locator('li', { hasText: 'Ann' });
  expect(await row.textContent()).toContain('real dice');
  await page.goto('/new');
  expect(await page.getByLabel('Name').first().inputValue()).toBe('Ann');
  await page.goto('/');
  await row.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
  expect(await row.count()).toBe(1);
  await row.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('None yet.').waitFor();
});

it('what cannot be played says which rule is behind it, and what was entered stays', async () => {
  const page = await stage.newcomer();
  await page.goto('/new');
  await settled(page);
  // The armies cost more than this.
  const limit = page.getByRole('textbox', { name: /limit/ }).last();
  await limit.fill('1');
  const fault = page.getByRole('alert');
  await fault.getByRole('link').first().waitFor();
  expect(await page.getByRole('button', { name: 'Start the match' }).isDisabled()).toBe(true);
  await fault.getByRole('link').first().click();
  await page.getByRole('dialog').getByRole('heading').waitFor();
  await page.keyboard.press('Escape');
  expect(await limit.inputValue()).toBe('1');
  expect(errorsOf(page)).toEqual([]);
});

it('a faction of one’s own is brought as a file, mended, and played', async () => {
  const page = await stage.newcomer();
  await page.goto('/new');
  await settled(page);
  const moles = readFileSync(new URL('../../../data/aot/example/moles.toml', import.meta.url), 'utf8');
  const bring = async (text: string) => {
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add a pack' }).click();
    const file = { name: 'moles.toml', mimeType: 'application/toml', buffer: Buffer.from(text) };
    await (await chosen).setFiles(file);
  };
  await bring(moles.replace(/rank = "\w+"/, 'rank = "admirals"'));
  await page
    .getByRole('alert')
    .getByText(/moles\.toml:\d+: .*admirals/i)
    .waitFor();
  const army = page.getByRole('combobox', { name: 'Army' }).first();
  expect(await army.locator('optgroup[label=Moles]').count()).toBe(0);

  await bring(moles);
  await page.getByRole('list', { name: 'Packs' }).getByText('moles.toml').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await army.selectOption({ label: (await army.locator('optgroup[label=Moles] option').textContent()) ?? '' });
  await settled(page);
  await page.getByRole('button', { name: 'Start the match' }).click();
  await question(page);
  expect(await page.getByText('Snouts').count()).toBeGreaterThan(0);
  expect(errorsOf(page)).toEqual([]);
});

it('rules are searched, read, and have addresses that stay', async () => {
  const page = await stage.newcomer();
  await page.goto('/rules');
  await page.getByRole('searchbox').fill('plan');
  await page.getByText(/rules found/).waitFor();
  await page.getByRole('main').getByRole('listitem').first().getByRole('link').click();
  const title = await page.getByRole('heading', { level: 1 }).textContent();
  const address = page.url();
  expect(address).toMatch(/\/rules\/[^/]+\/[^/]+\.[^/]+$/);
  await page.goto(address);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title);

  // Every book opens, at the section that its address names.
  await page.goto('/rules');
  const shelf = page.getByRole('main').getByRole('listitem').getByRole('link');
  await shelf.first().waitFor();
  const books = await shelf.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
  expect(books.length).toBeGreaterThan(2);
  for (const book of books) {
    await page.goto(book);
    const section = page.getByRole('navigation', { name: 'Contents' }).getByRole('link').last();
    const hash = (await section.getAttribute('href')) ?? '';
    await page.goto(`/`);
    await page.goto(`${book}${hash}`);
    await expect
      .poll(() => page.locator(`h2${hash}`).evaluate((one) => one.getBoundingClientRect().top))
      .toBeLessThan(800);
  }
  expect(errorsOf(page)).toEqual([]);
});

it('a rule that does not exist is said not to, with a way back', async () => {
  const page = await stage.newcomer();
  await page.goto('/rules');
  const book =
    (await page.getByRole('main').getByRole('listitem').getByRole('link').first().getAttribute('href')) ?? '';
  await page.goto(`${book}/nothing.of.the.kind`);
  await page.getByRole('heading', { name: 'Rule not found' }).waitFor();
  await page.getByRole('link', { name: 'Back to the rulebook' }).click();
  await page.getByRole('navigation', { name: 'Contents' }).waitFor();
  // The browser notes by itself that something was not there.
  expect(errorsOf(page).filter((error) => !error.includes('404'))).toEqual([]);
});

it('the theme is remembered', async () => {
  const page = await stage.newcomer({ colorScheme: 'dark' });
  await page.goto('/');
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await paper();
  await page.getByRole('button', { name: /^Colours/ }).click();
  const light = await paper();
  expect(light).not.toBe(dark);
  await page.reload();
  expect(await paper()).toBe(light);
});

it('no page is wider than the window, from a phone to a large screen', async () => {
  for (const [width, height] of [
    [360, 740],
    [1280, 800],
    [3840, 2160],
  ] as const) {
    const page = await stage.newcomer({ viewport: { width, height } });
    await page.goto('/rules');
    const book = (await page.getByRole('main').getByRole('link').first().getAttribute('href')) ?? '';
    for (const address of ['/', '/new', '/rules', book, '/replay']) {
      await page.goto(address);
      await page.getByRole('heading').first().waitFor();
      await page.waitForTimeout(400);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([address, width, Math.max(wide, 0)]).toEqual([address, width, 0]);
    }
    await page.context().close();
  }
});

it('whoever comes by a link from another site finds their matches', async () => {
  const page = await stage.newcomer();
  await page.goto('/');
  await page.getByRole('button', { name: /^Play/ }).first().click();
  await page.waitForURL('**/match/*');
  // A site of another name, which is this machine all the same.
  await page.goto(stage.server.address.replace('127.0.0.1', 'localhost'));
  await page.setContent(`<a href="${stage.server.address}/">Muster</a>`);
  await page.getByRole('link', { name: 'Muster' }).click();
  await page.waitForURL(`${stage.server.address}/`);
  await page.locator('a[href^="/match/"]').first().waitFor();
});

it('plays on a battlefield from the list', async () => {
  const page = await stage.newcomer();
  await page.goto('/new');
  await page.getByLabel('Which battlefield').selectOption({ label: 'Drill ground' });
  const start = page.getByRole('button', { name: 'Start the match' });
  await expect.poll(() => start.isEnabled()).toBe(true);
  await start.click();
  await page.waitForURL('**/match/*');
  expect(await question(page)).not.toBe('');
  expect(errorsOf(page)).toEqual([]);
});
