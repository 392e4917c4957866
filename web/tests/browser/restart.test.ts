// The server is killed in mid-match: the page says so, keeps trying, and goes on by itself.

import { expect, it } from 'vitest';

import { answer, answerUntil, question, round } from '../play';
import { errorsOf, Stage } from '../stage';

const stage = Stage.forAll();

it('survives a server that is killed and started again', async () => {
  const page = await stage.newcomer();
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now' }).click();
  await page.waitForURL('**/match/*');
  await answerUntil(page, async () => (await round(page)) === 1);
  const asked = await question(page);
  const units = () => page.locator('.board .place').evaluateAll((all) => all.map((one) => one.getAttribute('style')));
  const before = await units();

  await stage.server.kill();
  await page.getByText("The server can't be reached").waitFor();
  stage.server = await stage.server.again();
  await page.getByText("The server can't be reached").waitFor({ state: 'detached' });
  expect(await question(page)).toBe(asked);
  expect(await units()).toEqual(before);
  await answer(page);
  expect(errorsOf(page)).toEqual([]);
});
