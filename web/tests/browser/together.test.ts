// Two people at one screen: it is always clear who must look, and what is secret is hidden from the other.

import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';

import { answer, answerUntil } from '../play';
import { errorsOf, Stage } from '../stage';

const stage = Stage.forAll();

const asked = async (page: Page) => (await page.locator('.prompt .who').textContent()) ?? '';
const active = async (page: Page) => {
  const seat = page.locator('.moment .seat.active .name');
  return (await seat.count()) > 0 ? ((await seat.textContent()) ?? '') : '';
};

it('one acts, the other reacts', async () => {
  const page = await stage.newcomer();
  await page.goto('/new?seats=people');
  await page.getByRole('button', { name: /^Start/ }).click();
  await page.waitForURL('**/match/*');
  // Somebody is asked while it is another's turn, may pass, and sees what each choice means.
  const reacts = async () => {
    if (!(await page.locator('.prompt').isVisible())) return false;
    const [who, turn] = [await asked(page), await active(page)];
    const may = await page.locator('.prompt footer').getByRole('button', { name: 'Pass' }).isVisible();
    return turn !== '' && who !== turn && may;
  };
  await answerUntil(page, reacts, 400);
  expect(await page.locator('.prompt .option .faint').first().textContent()).not.toBe('');
  const ask = await page.locator('.prompt').getAttribute('data-ask');
  await page.locator('.prompt footer').getByRole('button', { name: 'Pass' }).click();
  // The next question may be whether somebody reacts in another way.
  const next = async () => {
    const prompt = page.locator('.prompt');
    return (await prompt.isVisible()) ? prompt.getAttribute('data-ask') : null;
  };
  await expect.poll(next).not.toBe(ask);
  expect(errorsOf(page)).toEqual([]);
});

it('a secret is shown to its owner alone', async () => {
  const page = await stage.newcomer();
  await page.goto('/new?game=duel&seats=people');
  await page.getByRole('button', { name: /^Start/ }).click();
  await page.waitForURL('**/match/*');
  const gate = page.getByRole('dialog');
  const show = gate.getByRole('button', { name: /show it$/ });
  await gate.waitFor();
  // Behind the gate there is no question, not even where nobody looks.
  expect(await page.locator('.prompt').count()).toBe(0);
  const first = (await show.textContent()) ?? '';
  await show.click();
  await page.locator('.prompt').waitFor();
  const secret = (await page.locator('.prompt .option .label').first().textContent())?.trim() ?? '';
  expect(await page.locator('.prompt').textContent()).toContain('for your eyes only');
  await answer(page).catch(() => undefined);
  // Now the other one: the gate is closed again, and what the first one chose is nowhere on the page.
  await gate.waitFor();
  expect(await show.textContent()).not.toBe(first);
  expect(await page.locator('.prompt').count()).toBe(0);
  expect(await page.locator('main').textContent()).not.toContain(secret);
  expect(errorsOf(page)).toEqual([]);
});
