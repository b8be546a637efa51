import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { violationsInBothThemes, waitForFrames } from '../support/accessibility.ts';
import { MAX_LAYOUT_SHIFT, recordLayoutShift } from '../support/layoutShift.ts';
import { playerState, videoOf, waitForHydration, waitForPlayback } from '../support/playerPage.ts';
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

  journey(
    'phone: brings the film into view when a chapter or a line of the transcript is pressed',
    async ({ page, open }) => {
      await open(FILM);
      const line = page.getByRole('button', { name: /Everywhere at once/ });
      await waitForHydration(line);
      for (const target of [line, page.getByRole('link', { name: /The butterfly/ })]) {
        await page.evaluate(() => document.querySelector('video')?.pause());
        await target.scrollIntoViewIfNeeded();
        await page.evaluate(() => scrollBy({ top: 400, behavior: 'instant' }));
        await target.tap();
        await page.waitForFunction(() => {
          const box = document.querySelector('video[slot="media"]')?.getBoundingClientRect();
          return box && box.top >= 0 && box.bottom <= innerHeight;
        });
        await waitForPlayback(page, 7.4);
      }
      expect((await playerState(page)).currentTime).toBeLessThan(12);
    },
    { width: 390, height: 844, isTouch: true },
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

  journey(
    'film without a playable video: offers to watch it later, and needs little space',
    async ({ page, open }) => {
      for (const path of ['/films/chladni', '/films/double-pendulum']) {
        await open(path);
        expect((await boxOf(playerOf(page))).height).toBeLessThan(360);
        expect(await page.getByRole('button', { name: 'Keyboard shortcuts' }).count()).toBe(0);
        const watchLater = page
          .getByRole('main')
          .getByRole('button', { name: /^Watch later/ })
          .first();
        expect((await boxOf(watchLater)).y).toBeLessThan(900);
        await watchLater.click();
        await page
          .getByRole('main')
          .getByRole('button', { name: /^Saved for later/ })
          .first()
          .waitFor();
      }
      await open('/library');
      await page.getByRole('link', { name: 'Sand finds the silence' }).waitFor();
    },
  );

  journey(
    'film page: has no accessibility violations with the panel beside the player',
    async ({ page, open }) => {
      await open(FILM);
      expect(await violationsInBothThemes(page, 'main')).toEqual([]);
    },
  );
}

const playerOf = (page: Page): Locator => page.locator('main [data-player-root]').first();

const panelOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Chapters and transcript' });

/** Returns the bounding box of an element. @throws Error if it has none */
const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`expected ${locator} to have a bounding box, got none`);
  return box;
};
