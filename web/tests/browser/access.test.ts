// Nobody stumbles: axe finds nothing serious on any page, in either theme, and the first load is small.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';

import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';

import { answerUntil, round } from '../play';
import { Stage } from '../stage';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const stage = Stage.forAll();

/** What axe finds serious or worse, in short. */
async function serious(page: Page): Promise<string[]> {
  // What is still fading in has no colour of its own yet.
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    // The axe that was just brought along; it has no types in the page.
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { impact: string; id: string; nodes: { target: string[] }[] }[] }> };
    };
    return (await axe.run()).violations;
  });
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(({ target }) => target.join(' '))
          .slice(0, 3)
          .join(', ')}`,
    );
}

for (const colorScheme of ['dark', 'light'] as const) {
  it(`axe finds nothing serious in the ${colorScheme} theme`, async () => {
    const page = await stage.newcomer({ colorScheme });
    for (const address of ['/', '/new', '/rules', '/replay']) {
      await page.goto(address);
      await page.getByRole('heading').first().waitFor();
      await page.waitForTimeout(500);
      expect([address, ...(await serious(page))]).toEqual([address]);
    }
    await page.goto('/');
    await page.getByRole('button', { name: 'Play now' }).click();
    await page.waitForURL('**/match/*');
    await answerUntil(page, async () => (await round(page)) === 1);
    expect(['/match', ...(await serious(page))]).toEqual(['/match']);
  });
}

it('the first load stays below 250 KB, compressed', async () => {
  const page = await stage.newcomer();
  const sizes: number[] = [];
  page.on('response', async (response) => {
    sizes.push(gzipSync(await response.body().catch(() => Buffer.of())).length);
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now' }).click();
  await page.waitForURL('**/match/*');
  await page.locator('.prompt').waitFor();
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000);
});
