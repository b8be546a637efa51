import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  activeCaptions,
  playerState,
  videoOf,
  waitForHydration,
  waitForPlayback,
  waitForTime,
} from '../support/playerPage.ts';
import type { Journey } from '../support/setUpJourneys.ts';

const FILM = '/films/lorenz';
/** Time from the end of a film to the start of the next one. */
const COUNTDOWN_SECONDS = 8;

/** Tests of the player: keyboard, touch, captions, transcript search, sharing and autoplay. */
export function playerJourneys(journey: Journey): void {
  journey(
    'keyboard: plays, seeks, steps, mutes, changes speed and toggles full screen',
    async ({ page, open }) => {
      await open(FILM);
      await waitForHydration(page.getByRole('button', { name: /^Play/ }));
      const press = (key: string) => page.keyboard.press(key);
      await press('k');
      await waitForPlayback(page, 0.2);
      await press('k');
      await page.waitForFunction(() => document.querySelector('video')?.paused);
      await press('5');
      const { duration } = await playerState(page);
      await waitForTime(page, duration / 2);
      await press('ArrowRight');
      await waitForTime(page, duration / 2 + 5);
      await press('j');
      await waitForTime(page, duration / 2 - 5);
      const before = (await playerState(page)).currentTime;
      await press('.');
      await page.waitForFunction((at) => (document.querySelector('video')?.currentTime ?? 0) > at, before);
      expect((await playerState(page)).currentTime - before).toBeLessThan(0.1);
      await press('ArrowDown');
      await press('m');
      await press('ArrowUp');
      expect(await playerState(page)).toMatchObject({ volume: 0.9, muted: false });
      await press('m');
      await press('>');
      expect(await playerState(page)).toMatchObject({
        paused: true,
        volume: 0.9,
        muted: true,
        playbackRate: 1.25,
      });
      await page.getByRole('main').getByRole('status').getByText('Speed 1.25×').waitFor();
      await press('f');
      await page.waitForFunction(() => document.fullscreenElement?.querySelector('video'));
      await press('f');
      await page.waitForFunction(() => !document.fullscreenElement);
      await press('Home');
      await waitForTime(page, 0);
    },
  );

  journey(
    'keyboard: ignores shortcuts while the user types or has scrolled past the player',
    async ({ page, open }) => {
      await open(`${FILM}?t=3`);
      await waitForPlayback(page, 3);
      const box = page.getByRole('searchbox', { name: 'Search transcript' });
      await waitForHydration(box);
      await box.fill('k');
      await page.keyboard.press('k');
      await page.keyboard.press('m');
      expect(await playerState(page)).toMatchObject({ paused: false, muted: false });
      await page.keyboard.press('Escape');
      await page.getByRole('heading', { name: 'Related films' }).scrollIntoViewIfNeeded();
      await page.mouse.click(4, 300);
      const { scrollY, volume } = await page.evaluate(() => ({
        scrollY: window.scrollY,
        volume: document.querySelector('video')?.volume,
      }));
      await page.keyboard.press('Home');
      await page.waitForFunction((previous) => window.scrollY < previous, scrollY);
      expect((await playerState(page)).volume).toBe(volume);
      expect((await playerState(page)).currentTime).toBeGreaterThan(3);
    },
  );

  journey(
    'keyboard: opens the list of shortcuts in a dialog that returns the focus',
    async ({ page, open }) => {
      await open(FILM);
      const opener = page.getByRole('button', { name: 'Keyboard shortcuts' });
      await waitForHydration(opener);
      await opener.focus();
      await page.keyboard.press('?');
      const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await dialog.getByText('Picture-in-picture').waitFor();
      await page.keyboard.press('k');
      expect(await videoOf(page).count()).toBe(0);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
    },
  );

  journey(
    'captions: are on at first; use the chosen language, also for the next film; stay off once they are off',
    async ({ page, open }) => {
      await open(`${FILM}?t=1`);
      await waitForPlayback(page, 1);
      // Paused, so that the cue does not end before it is checked.
      await page.keyboard.press('k');
      await page.locator('[data-captions]').getByText('golden thread').waitFor();
      expect((await activeCaptions(page)).language).toBe('en');
      await page.getByRole('button', { name: 'Settings' }).focus();
      await page.keyboard.press('Enter');
      const panel = page.getByRole('dialog', { name: 'Settings' });
      await panel.getByRole('radio', { name: 'Off' }).focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Escape');
      expect(
        await page
          .getByRole('button', { name: 'Settings' })
          .evaluate((element) => element === document.activeElement),
      ).toBe(true);
      await page.getByRole('button', { name: /goldener Faden/ }).waitFor();
      await page.locator('[data-captions]').getByText('goldener Faden').waitFor();
      expect((await activeCaptions(page)).language).toBe('de');
      await page.setViewportSize({ width: 320, height: 700 });
      expect(await captionFontSize(page)).toBeGreaterThanOrEqual(14);
      await page.setViewportSize({ width: 1280, height: 900 });
      await open('/films/boids?t=1');
      await waitForPlayback(page, 1);
      expect((await activeCaptions(page)).language).toBe('de');
      await page.keyboard.press('c');
      await page.getByRole('button', { name: 'Captions', pressed: false }).waitFor();
      expect((await activeCaptions(page)).language).toBeNull();
      await open(`${FILM}?t=1`);
      await waitForPlayback(page, 1);
      await page.getByRole('button', { name: 'Captions', pressed: false }).waitFor();
      expect(await activeCaptions(page)).toEqual({ language: null, text: null });
    },
  );

  journey('transcript search: marks, steps through and plays matches', async ({ page, open }) => {
    await open(FILM);
    const box = page.getByRole('searchbox', { name: 'Search transcript' });
    await waitForHydration(box);
    await box.fill('THREAD');
    const search = page.getByRole('search').filter({ has: box });
    await search.getByText('1 of 2').waitFor();
    expect(await page.getByRole('complementary').locator('mark').count()).toBeGreaterThanOrEqual(2);
    await page.keyboard.press('Enter');
    await search.getByText('2 of 2').waitFor();
    await page.keyboard.press('Shift+Enter');
    await search.getByText('1 of 2').waitFor();
    await page.keyboard.press('Shift+Enter');
    await search.getByText('2 of 2').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('complementary').locator('mark').count()).toBe(0);
    await box.fill('qqq');
    await search.getByText('No matches').waitFor();
    await box.fill('everywhere at once');
    await search.getByRole('button', { name: 'Play' }).click();
    await waitForPlayback(page, 10.5);
  });

  journey(
    'touch: plays on tap, seeks on double tap, and changes settings',
    async ({ page, open }) => {
      await open(FILM);
      await page.getByRole('button', { name: /^Play/ }).tap();
      await waitForPlayback(page, 0.2);
      const box = await videoOf(page).boundingBox();
      if (!box) throw new Error('expected a video with a bounding box, got none');
      const point = { x: box.x + box.width * 0.85, y: box.y + box.height * 0.4 };
      await page.touchscreen.tap(point.x, point.y);
      await page.touchscreen.tap(point.x, point.y);
      await waitForPlayback(page, 10);
      for (const name of ['Pause', 'Captions', 'Settings', 'Full screen'])
        expect(await buttonSize(page, name)).toBeGreaterThanOrEqual(44);
      await page.getByRole('button', { name: 'Settings' }).tap();
      await page.getByRole('radio', { name: '0.5×' }).tap();
      expect((await playerState(page)).playbackRate).toBe(0.5);
    },
    { isTouch: true, width: 360, height: 780 },
  );

  journey(
    'collection: starts the next film after the end unless it is cancelled',
    async ({ page, open }) => {
      await page.clock.install();
      await open('/collections/nothing-left-to-chance');
      await page.getByRole('link', { name: 'Lorenz’s butterfly' }).click();
      await page.waitForURL('**/films/lorenz?in=nothing-left-to-chance');
      await page.getByText('1 of 6').waitFor();
      await page.getByRole('button', { name: /^Play/ }).click();
      await waitForPlayback(page, 0.2);
      await page.keyboard.press('End');
      await page.getByText(/^Up next in/).waitFor();
      await page.keyboard.press('Escape');
      await page.getByText('Up next', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Replay' }).click();
      await waitForPlayback(page, 0.2);
      await page.keyboard.press('End');
      await page.getByText(/^Up next in/).waitFor();
      // Each second of the countdown is a timer that starts when the page is rendered.
      for (let second = 0; second < COUNTDOWN_SECONDS; second += 1) await page.clock.runFor(1_000);
      await page.waitForURL('**/films/clifford?in=nothing-left-to-chance');
      await waitForPlayback(page, 0.2);
      await page.keyboard.press('p');
      await page.waitForURL('**/films/lorenz?in=nothing-left-to-chance');
      await waitForPlayback(page, 0.2);
      const collectionNav = page.getByRole('navigation', { name: 'Collection' });
      await collectionNav.getByRole('link', { name: /^Next/ }).click();
      await page.waitForURL('**/films/clifford?in=nothing-left-to-chance');
      await waitForPlayback(page, 0.2);
    },
    { isIsolated: true },
  );
}

/** Returns the font size of the captions in CSS pixels. */
const captionFontSize = (page: Page): Promise<number> =>
  page
    .locator('[data-captions]')
    .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));

/** Returns the shorter side of a button in CSS pixels. */
const buttonSize = async (page: Page, name: string): Promise<number> => {
  const box = await page.getByRole('button', { name, exact: true }).first().boundingBox();
  return Math.min(box?.width ?? 0, box?.height ?? 0);
};
