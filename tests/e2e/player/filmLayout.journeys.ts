import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { within } from '../../support/within.ts';
import { waitForFrames } from '../support/accessibility.ts';
import { MAX_LAYOUT_SHIFT, recordLayoutShift } from '../support/layoutShift.ts';
import { videoOf, waitForPlayback } from '../support/playerPage.ts';
import type { Journey } from '../support/setUpJourneys.ts';

const FILM = '/films/lorenz';

/** Tests of the film page: what is beside the player and above the fold in windows of several sizes. */
export function filmLayoutJourneys(journey: Journey): void {
  for (const height of [720, 900])
    journey(
      `1280×${height}: has chapters and transcript beside the player, at its height, and the title above the fold`,
      async ({ page, open }) => {
        await open(FILM);
        const player = await boxOf(playerOf(page));
        const panel = await boxOf(panelOf(page));
        expect(panel.x).toBeGreaterThanOrEqual(player.x + player.width - 1);
        expect(panel.x + panel.width).toBeGreaterThan(1279);
        expect(Math.abs(panel.y - player.y)).toBeLessThan(1);
        expect(Math.abs(panel.height - player.height)).toBeLessThan(1);
        const title = await boxOf(page.getByRole('heading', { level: 1 }));
        expect(title.y + title.height).toBeLessThan(height);
      },
      { width: 1280, height },
    );

  journey(
    'transcript: follows the film beside it, and seeks',
    async ({ page, open }) => {
      await open(`${FILM}?t=13`);
      await waitForPlayback(page, 13.4);
      await page.keyboard.press('k');
      const current = panelOf(page).locator('button[aria-current="true"]');
      await current.getByText('The rule is exact').waitFor();
      await page.waitForFunction(() => {
        const line = document.querySelector('aside button[aria-current]')?.getBoundingClientRect();
        const list = document.querySelector('aside ol[lang]')?.getBoundingClientRect();
        return line && list && line.top >= list.top && line.bottom <= list.bottom;
      });
      await panelOf(page)
        .getByRole('button', { name: /A single golden thread/ })
        .click();
      await waitForPlayback(page, 0.4);
      expect(await page.evaluate(() => scrollY)).toBe(0);
    },
    { width: 1280, height: 720 },
  );

  journey(
    'transcript: lets the wheel scroll the page where all lines are in view, without a button to follow the film',
    async ({ page, open }) => {
      await open(`${FILM}?t=13`);
      await waitForPlayback(page, 13.4);
      await page.keyboard.press('k');
      expect(await cuesOf(page).evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0);
      await cuesOf(page).hover();
      await page.mouse.wheel(0, 300);
      await page.waitForFunction(() => scrollY > 0);
      await waitForFrames(page);
      expect(await syncButtonOf(page).count()).toBe(0);
    },
    { width: 1440, height: 900 },
  );

  journey(
    'transcript: offers to follow the film while its current line is out of view',
    async ({ page, open }) => {
      await open(`${FILM}?t=13`);
      await waitForPlayback(page, 13.4);
      await page.keyboard.press('k');
      const isAtEnd = () =>
        cuesOf(page).evaluate(
          (list) => list.scrollTop > 0 && list.scrollTop + list.clientHeight + 2 > list.scrollHeight,
        );
      await within(5_000, async () => expect(await isAtEnd()).toBe(true));
      await cuesOf(page).hover();
      await page.mouse.wheel(0, -2_000);
      await syncButtonOf(page).click();
      await within(5_000, async () => expect(await isAtEnd()).toBe(true));
      await syncButtonOf(page).waitFor({ state: 'detached' });
    },
    { width: 1280, height: 560 },
  );

  journey('play button: has an edge that is seen on a black poster', async ({ page, open }) => {
    for (const path of [FILM, `/embed${FILM}`]) {
      await open(path);
      const label = page.locator('[data-player-root] button > span').first();
      expect(await label.evaluate(contrastOfBorderToBlack)).toBeGreaterThan(3);
    }
  });

  journey(
    'phone: has the figure before the sources, and no keyboard shortcuts',
    async ({ page, open }) => {
      await open(FILM);
      const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
      const places = ['Credits', 'Try it yourself', 'Sources', 'Program and licence'].map((title) =>
        headings.indexOf(title),
      );
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(places[0]).toBeGreaterThan(0);
      await page.getByRole('button', { name: 'Share' }).waitFor();
      expect(await page.getByRole('button', { name: 'Keyboard shortcuts' }).count()).toBe(0);
    },
    { width: 390, height: 844, isTouch: true },
  );

  for (const [width, height] of [
    [844, 390],
    [667, 375],
  ] as const)
    journey(
      `phone in landscape, ${width}×${height}: shows the whole film and its controls`,
      async ({ page, open }) => {
        await open(FILM);
        const play = page.getByRole('button', { name: /^Play/ });
        expect((await boxOf(play)).y + (await boxOf(play)).height).toBeLessThanOrEqual(height);
        await play.tap();
        await waitForPlayback(page, 0.2);
        const video = await boxOf(videoOf(page));
        expect(video.y).toBeGreaterThanOrEqual(0);
        expect(video.y + video.height).toBeLessThanOrEqual(height);
        expect(video.height).toBeGreaterThan(280);
        const pause = await boxOf(page.getByRole('button', { name: 'Pause' }));
        expect(pause.y + pause.height).toBeLessThanOrEqual(height);
      },
      { width, height, isTouch: true },
    );

  for (const path of [FILM, '/', '/articles/sensitive-dependence'])
    journey(
      `phone: ${path} does not shift when its fonts arrive after the text`,
      async ({ page, stack }) => {
        const layoutShift = await recordLayoutShift(page);
        const { promise: released, resolve: release } = Promise.withResolvers<void>();
        let fontCount = 0;
        await page.route(/\.woff2$/, async (route) => {
          fontCount += 1;
          await released;
          await route.continue().catch(() => undefined);
        });
        await page.goto(`${stack.url}${path}`, { waitUntil: 'commit' });
        await page.locator('html[data-hydrated]').waitFor();
        await waitForFrames(page);
        release();
        await page.evaluate(() => document.fonts.ready);
        await waitForFrames(page);
        expect(fontCount).toBeGreaterThanOrEqual(2);
        expect(await layoutShift()).toBeLessThan(MAX_LAYOUT_SHIFT);
      },
      { width: 412, height: 823, isTouch: true, isIsolated: true },
    );
}

export const playerOf = (page: Page): Locator => page.locator('main [data-player-root]').first();

/** The list of lines of the transcript. */
const cuesOf = (page: Page): Locator => page.locator('aside ol[lang]');

const syncButtonOf = (page: Page): Locator => page.getByRole('button', { name: 'Sync to video' });

/** Returns the contrast of the upper border of an element to black, from 1 to 21; 1 without a border. Runs in the page. */
const contrastOfBorderToBlack = (element: Element): number => {
  const { borderTopColor, borderTopWidth } = getComputedStyle(element);
  if (Number.parseFloat(borderTopWidth) === 0) return 1;
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('expected a canvas with two dimensions, got none');
  for (const color of ['black', borderTopColor]) {
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
  }
  const [r = 0, g = 0, b = 0] = [...context.getImageData(0, 0, 1, 1).data].map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  // The relative luminance of WCAG 2.2.
  return (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05) / 0.05;
};

const panelOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Chapters and transcript' });

/** Returns the bounding box of an element. @throws Error if it has none */
export const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`expected ${locator} to have a bounding box, got none`);
  return box;
};
