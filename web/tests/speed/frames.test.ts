// How many pictures a second the battlefield shows while it is dragged about, with many bases on it. It prints figures and
// fails at none: machines differ.

import { expect, it } from 'vitest';

import { round } from '../play';
import { Stage } from '../stage';

const BASES = 200;
const FRAMES = 240;
const stage = Stage.forAll();

it('drags a battlefield with 200 bases', async () => {
  const page = await stage.newcomer();
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now' }).click();
  await page.waitForURL('**/match/*');
  await expect.poll(() => round(page), { timeout: 30_000 }).toBe(1);
  await page.waitForTimeout(4000);
  const measured = await page.evaluate(
    async ({ bases, frames }) => {
      // No army has so many models: those that are there are drawn several times.
      const all = [...document.querySelectorAll<SVGGElement>('.board .place')];
      for (let n = all.length; n < bases; n += 1) {
        const copy = all[n % all.length]?.cloneNode(true) as SVGGElement;
        copy.style.transform = `translate(${(n * 977) % 6000}px, ${(n * 613) % 4400}px)`;
        all[n % all.length]?.after(copy);
      }
      const svg = document.querySelector('.board svg') as SVGSVGElement;
      const frame = svg.getBoundingClientRect();
      const [x, y] = [frame.left + frame.width / 2, frame.top + frame.height / 2];
      const fire = (type: string, dx: number, dy: number) =>
        svg.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: x + dx, clientY: y + dy }));
      svg.dispatchEvent(
        new WheelEvent('wheel', { bubbles: true, cancelable: true, deltaY: -500, clientX: x, clientY: y }),
      );
      // A finger that is not there cannot be held.
      svg.setPointerCapture = () => undefined;
      fire('pointerdown', 0, 0);
      const times: number[] = [];
      let last = performance.now();
      for (let n = 0; n < frames; n += 1) {
        fire('pointermove', 180 * Math.sin(n / 15), 110 * Math.cos(n / 15));
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        times.push(now - last);
        last = now;
      }
      fire('pointerup', 0, 0);
      times.sort((a, b) => a - b);
      const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? 0;
      return { bases: document.querySelectorAll('.board .place').length, median: at(0.5), slow: at(0.95) };
    },
    { bases: BASES, frames: FRAMES },
  );
  const figures = `${measured.bases} bases: ${(1000 / measured.median).toFixed(0)} frames a second (median), 95 % within ${measured.slow.toFixed(1)} ms`;
  process.stdout.write(`${figures}\n`);
  expect(measured.bases).toBeGreaterThanOrEqual(BASES);
});
