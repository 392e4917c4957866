// The server is killed in mid-match: the page says so, keeps trying, and goes on by itself.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';

import { answer, answerUntil, question, round } from '../play';
import { browser, errorsOf, newcomer, Server } from '../stage';

let server: Server;
let chromium: Browser;
beforeAll(async () => {
  [server, chromium] = await Promise.all([Server.start(), browser()]);
});
afterAll(async () => {
  await chromium.close();
  await server.stop();
});

it('survives a server that is killed and started again', async () => {
  const page = await newcomer(chromium, server);
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now' }).click();
  await page.waitForURL('**/match/*');
  await answerUntil(page, async () => (await round(page)) === 1);
  const asked = await question(page);
  const units = () => page.locator('.board .place').evaluateAll((all) => all.map((one) => one.getAttribute('style')));
  const before = await units();

  await server.kill();
  await page.getByText('The server cannot be reached').waitFor();
  server = await server.again();
  await page.getByText('The server cannot be reached').waitFor({ state: 'detached' });
  expect(await question(page)).toBe(asked);
  expect(await units()).toEqual(before);
  await answer(page);
  expect(errorsOf(page)).toEqual([]);
});
