import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
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

const panelOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Chapters and transcript' });

/** Returns the bounding box of an element. @throws Error if it has none */
export const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`expected ${locator} to have a bounding box, got none`);
  return box;
};
