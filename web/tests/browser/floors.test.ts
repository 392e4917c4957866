// Floors: models are put on them by mouse, key and finger, and whoever stands on one is seen to.
// Reach: what is drawn while a unit moves is what is drawn when somebody points at it.

import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';

import { answerUntil, question, round } from '../play';
import { errorsOf, Stage } from '../stage';

const stage = Stage.forAll();

/** On each side a zone so many inches deep, and a keep with two floors, its middle so many inches from the edge. */
const field = (zone: number, deep: number) => `
name = "Keeps"
size = "44x44"

[[zone]]
name = "south"
seat = 1
low = [0, 0]
high = [44, ${zone}]

[[zone]]
name = "north"
seat = 2
low = [0, ${44 - zone}]
high = [44, 44]

[[objective]]
name = "1"
at = [22, 22]
radius = "95.25mm"

[[piece]]
kind = "ruin"
name = "south keep"
at = [22, ${deep}]
size = [14, 7]
height = 4
levels = [2, 4]
tags = ["aot-vantage-point"]

[[piece]]
kind = "ruin"
name = "north keep"
at = [22, ${44 - deep}]
size = [14, 7]
height = 4
levels = [2, 4]
tags = ["aot-vantage-point"]
`;

/** Starts a match on that battlefield against the strongest bot, which plays on whatever is proposed. */
async function begin(page: Page, zone: number, deep: number): Promise<void> {
  await page.goto('/');
  const id = await page.evaluate(
    async (text) => {
      const read = async (path: string) => (await fetch(path)).json();
      const game = (await read('/api/games')).find(({ fields }: { fields: unknown[] }) => fields.length > 0);
      const { armies, bots } = await read(`/api/games/${game.id}`);
      const player = (name: string, army: number) => ({ name, army: armies[army].list });
      const headers = { 'content-type': 'application/json' };
      const send = async (path: string, body: unknown) => {
        const reply = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
        if (!reply.ok) throw new Error(await reply.text());
        return reply.json();
      };
      const promise = await send('/api/promises', {});
      const match = {
        game: game.id,
        setup: { players: [player('Ann', 0), player('Bo', 1)], field: { text } },
        holders: ['person', { bot: { level: bots.at(-1).id } }],
        dice: { promised: { promise: promise.id, contributions: ['00', '11'] } },
      };
      return (await send('/api/matches', match)).id;
    },
    field(zone, deep),
  );
  await page.goto(`/match/${id}`);
}

const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm' });
const floor = (page: Page, name: RegExp) => page.getByRole('group', { name: 'Floor' }).getByRole('button', { name });
const asksForPlaces = (page: Page) => page.locator('.prompt .alone').isVisible();
const ghosts = (page: Page) => page.locator('.above .movable');
/** How many of the ghosts, or of the models on the battlefield, stand on a floor. */
const upstairs = (page: Page, of: '.above .movable' | '.board .unit', level: number) =>
  page
    .locator(of)
    .locator('.level', { hasText: `↑${level}` })
    .count();

interface Spot {
  x: number;
  y: number;
}

async function middle(page: Page, selector: string): Promise<Spot> {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`there is no ${selector}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The keep in the zone of whoever is asked: the one that is nearer to the ghosts. */
async function keep(page: Page): Promise<Spot> {
  const at = await middle(page, '.above .movable .disc');
  const both = await Promise.all(
    ['South', 'North'].map((side) => middle(page, `.board .piece[aria-label^="${side} keep"] .body`)),
  );
  return both.toSorted((a, b) => Math.abs(a.y - at.y) - Math.abs(b.y - at.y))[0] as Spot;
}

/** Drags a ghost to a point, and keeps hold of it. */
async function dragTo(page: Page, { x, y }: Spot): Promise<void> {
  const from = await middle(page, '.above .movable .disc');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(x, y, { steps: 8 });
}

it('a unit is set up on a floor, goes up by key while it is dragged, and stands there', async () => {
  const page = await stage.newcomer();
  // The keep lies in the zone.
  await begin(page, 10, 5);
  await answerUntil(page, () => asksForPlaces(page));
  const asked = await question(page);
  const models = await ghosts(page).count();
  await dragTo(page, await keep(page));
  await floor(page, /^Floor 2/).waitFor();
  await page.keyboard.press('PageUp');
  await expect.poll(() => upstairs(page, '.above .movable', 1)).toBeGreaterThan(0);
  await page.keyboard.press('PageUp');
  await expect.poll(() => upstairs(page, '.above .movable', 2)).toBeGreaterThan(0);
  await page.keyboard.press('PageDown');
  await page.mouse.up();
  // By the switch, down to the ground and up again.
  await floor(page, /^Ground/).click();
  await expect.poll(() => upstairs(page, '.above .movable', 1)).toBe(0);
  await floor(page, /^Floor 1/).click();
  await expect.poll(() => upstairs(page, '.above .movable', 1)).toBe(models);
  expect(await floor(page, /^Floor 1/).getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => confirm(page).isEnabled()).toBe(true);
  await confirm(page).click();
  await expect.poll(() => question(page)).not.toBe(asked);
  expect(await upstairs(page, '.board .unit', 1)).toBe(models);
  expect(errorsOf(page)).toEqual([]);
});

/** What is drawn as the reach of a model. */
const reach = (page: Page) =>
  page.locator('.board .region.reach').evaluateAll((paths) => paths.map((path) => path.getAttribute('d') ?? ''));

/** How far what is drawn as reach hangs over the edges of the battlefield, in parts of an inch. */
const overhang = (page: Page) =>
  page.evaluate(() => {
    const box = (selector: string) => (document.querySelector(selector) as SVGGraphicsElement).getBBox();
    const [drawn, mat] = [box('.board .region.reach'), box('.board .mat')];
    const over = [-drawn.x, -drawn.y, drawn.x + drawn.width - mat.width, drawn.y + drawn.height - mat.height];
    return Math.max(...over) / 100;
  });

it('the reach of a move is the one on hover, and models climb to a floor in it', async () => {
  const page = await stage.newcomer({ hasTouch: true });
  // The keep lies in front of a zone from which a disc of 7 in would leave the table.
  await begin(page, 6, 9.7);
  await answerUntil(page, async () => (await round(page)) === 1 && (await page.locator('.prompt .group').count()) > 0);
  // Pointing at the unit shows where it can go.
  const leads = await middle(page, '.board .unit .leads .disc');
  await page.mouse.move(leads.x, leads.y);
  await expect.poll(async () => (await reach(page)).length).toBe(1);
  const pointed = await reach(page);
  await page.locator('.prompt .group').first().click();
  await page.locator('.prompt .option:not(.group)').first().click();
  await expect.poll(() => asksForPlaces(page)).toBe(true);
  await page.mouse.move(2, 2);
  await expect.poll(() => reach(page)).toEqual(pointed);
  expect(await overhang(page)).toBeLessThan(0);

  // It is still there, and the same, while the leader is dragged and when somebody points at it again.
  await page.mouse.move(leads.x, leads.y);
  await page.mouse.down();
  await page.mouse.move(leads.x + 12, leads.y, { steps: 4 });
  await expect.poll(() => ghosts(page).count()).toBeGreaterThan(0);
  expect(await reach(page)).toEqual(pointed);
  await page.mouse.up();
  await page.mouse.move(2, 2);
  await page.mouse.move(leads.x, leads.y);
  expect(await reach(page)).toEqual(pointed);

  // Four inches on into the keep, and up by a finger: 6 in of the 7 that it may go.
  const asked = await question(page);
  const mat = await page.locator('.board .mat').boundingBox();
  const inch = (mat?.width ?? 0) / 44;
  const to = await keep(page);
  const at = await middle(page, '.above .movable .disc');
  await dragTo(page, { x: at.x, y: at.y + Math.sign(to.y - at.y) * 4.2 * inch });
  await page.mouse.up();
  expect(await upstairs(page, '.above .movable', 1)).toBe(0);
  await floor(page, /^Floor 1/).tap();
  const models = await ghosts(page).count();
  await expect.poll(() => upstairs(page, '.above .movable', 1)).toBe(models);
  await expect.poll(() => page.locator('.prompt .allowed').textContent()).toMatch(/the furthest 6\.\d+ in of 7 in/);
  // The second floor is too far up, and says so before anything is answered.
  await floor(page, /^Floor 2/).tap();
  await expect
    .poll(() => page.locator('.prompt .refused').textContent())
    .toMatch(/4 in of it climbing; it may go 7 in/);
  expect(await confirm(page).isDisabled()).toBe(true);
  await floor(page, /^Floor 1/).tap();
  await expect.poll(() => confirm(page).isEnabled()).toBe(true);
  await confirm(page).click();
  await expect.poll(() => question(page)).not.toBe(asked);
  await expect.poll(() => upstairs(page, '.board .unit', 1)).toBe(models);
  expect(errorsOf(page)).toEqual([]);
});
