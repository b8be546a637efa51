import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  playerState,
  videoOf,
  waitForHydration,
  waitForPlayback,
  waitForTime,
} from '../support/playerPage.ts';
import type { Journey } from '../support/setUpJourneys.ts';

const FILM = '/films/lorenz';

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
      await waitForTime(page, duration / 2 + 1);
      await press('j');
      await waitForTime(page, duration / 2 - 1);
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
    'keyboard: opens the list of shortcuts in a dialog that returns the focus and turns them off',
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
      await dialog.getByRole('checkbox', { name: 'Use keyboard shortcuts' }).uncheck();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
      for (const key of ['k', '?', '/']) await page.keyboard.press(key);
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search' }).and(page.locator(':focus')).waitFor();
      expect(await videoOf(page).count()).toBe(0);
    },
  );

  journey('reduced motion: the message about a command is visible', async ({ page, open }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(`${FILM}?t=2`);
    await waitForPlayback(page, 2);
    const opacity = await page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const observer = new MutationObserver(() => {
            const message = document.querySelector('main p[role=status] > span');
            if (!message) return;
            observer.disconnect();
            requestAnimationFrame(() =>
              requestAnimationFrame(() => resolve(getComputedStyle(message).opacity)),
            );
          });
          observer.observe(document.body, { childList: true, subtree: true });
          window.dispatchEvent(new KeyboardEvent('keydown', { key: 'm' }));
        }),
    );
    expect(opacity).toBe('1');
  });

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
      await page.getByRole('main').getByRole('status').getByText('+2 s').waitFor();
      await waitForPlayback(page, 2.2);
      for (const name of ['Pause', 'Captions', 'Settings', 'Full screen'])
        expect(await buttonSize(page, name)).toBeGreaterThanOrEqual(44);
      await page.getByRole('button', { name: 'Settings' }).tap();
      await page.getByRole('radio', { name: '0.5×' }).tap();
      expect((await playerState(page)).playbackRate).toBe(0.5);
    },
    { isTouch: true, width: 360, height: 780 },
  );

  journey('double click: toggles full screen, and the film goes on', async ({ page, open }) => {
    await open(`${FILM}?t=2`);
    await waitForPlayback(page, 2);
    await videoOf(page).dblclick({ position: { x: 200, y: 120 } });
    await page.waitForFunction(() => document.fullscreenElement?.querySelector('video'));
    await waitForPlayback(page, (await playerState(page)).currentTime);
    await videoOf(page).dblclick({ position: { x: 200, y: 120 } });
    await page.waitForFunction(() => !document.fullscreenElement);
  });

  journey('loop and style of captions: have keys and controls, and are kept', async ({ page, open }) => {
    await open(`${FILM}?t=3`);
    await waitForPlayback(page, 3);
    for (const key of ['r', '+', 'b']) await page.keyboard.press(key);
    const loop = page.getByRole('button', { name: 'Loop' });
    await page.locator('[data-player-root] button[aria-pressed="true"]', { hasText: 'Loop' }).waitFor();
    await page.locator('[data-captions][data-size="large"][data-background="shadow"]').waitFor();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'Small' }).check();
    await page.getByRole('radio', { name: 'Box' }).check();
    await page.locator('[data-captions][data-size="small"][data-background="box"]').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('9');
    await waitForPlayback(page, 14);
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 9) < 3);
    expect((await playerState(page)).paused).toBe(false);
    await open(`${FILM}?t=3`);
    await page.locator('[data-captions][data-size="small"][data-background="box"]').waitFor();
    await loop.click();
    await page.locator('[data-player-root] button[aria-pressed="false"]', { hasText: 'Loop' }).waitFor();
  });
}

/** Returns the shorter side of a button in CSS pixels. */
const buttonSize = async (page: Page, name: string): Promise<number> => {
  const box = await page.getByRole('button', { name, exact: true }).first().boundingBox();
  return Math.min(box?.width ?? 0, box?.height ?? 0);
};
