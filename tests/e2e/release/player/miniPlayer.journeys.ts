import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityViolations } from '../../support/accessibility.ts';
import { playerState, videoOf, waitForPlayback } from '../../support/playerPage.ts';
import type { Journey } from '../../support/setUpJourneys.ts';

const FILM = '/films/mandelbrot';

/** Tests of the mini player, which keeps a playing film in view. */
export function miniPlayerReleaseJourneys(journey: Journey): void {
  journey('keyboard: returns to the film, and closes the mini player', async ({ page, open }) => {
    await playAndScroll(page, open);
    const miniPlayer = page.getByRole('group', { name: 'Mini player' });
    await miniPlayer.waitFor();
    const video = await videoOf(page).boundingBox();
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    expect((video?.x ?? 0) + (video?.width ?? 0)).toBeGreaterThan(width - 40);
    expect((video?.y ?? 0) + (video?.height ?? 0)).toBeLessThan(height);
    expect(video?.width).toBeLessThan(400);
    expect(await accessibilityViolations(page)).toEqual([]);

    await miniPlayer.getByRole('button', { name: 'Back to film' }).press('Enter');
    await miniPlayer.waitFor({ state: 'detached' });
    await page.waitForFunction(() => scrollY === 0);
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('media-controller');
    expect((await playerState(page)).paused).toBe(false);

    await scrollToEnd(page);
    await miniPlayer.getByRole('button', { name: 'Close' }).press('Escape');
    await miniPlayer.waitFor({ state: 'detached' });
    expect((await playerState(page)).paused).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await page.waitForFunction(
      () => (document.querySelector('video[slot="media"]')?.getBoundingClientRect().top ?? -1) >= 0,
    );
  });

  journey('leaves the keys that scroll the page to the page', async ({ page, open }) => {
    await playAndScroll(page, open);
    await page.getByRole('group', { name: 'Mini player' }).waitFor();
    const before = await page.evaluate(() => scrollY);
    await page.keyboard.press('Home');
    await page.waitForFunction((previous) => scrollY < previous, before);
    expect((await playerState(page)).currentTime).toBeGreaterThan(1);
  });

  journey('does not appear for a paused film', async ({ page, open }) => {
    await open(`${FILM}?t=1`);
    await waitForPlayback(page, 1);
    await page.keyboard.press('k');
    await scrollToEnd(page);
    expect(await page.getByRole('group', { name: 'Mini player' }).count()).toBe(0);
    // The film plays out of view, e.g. by a media key.
    await videoOf(page).evaluate((video: HTMLVideoElement) => video.play());
    await page.getByRole('group', { name: 'Mini player' }).waitFor();
  });

  journey(
    'phone: is at the top of the window',
    async ({ page, open }) => {
      await playAndScroll(page, open);
      const miniPlayer = page.getByRole('group', { name: 'Mini player' });
      await miniPlayer.waitFor();
      await page.waitForFunction(() => {
        const box = document.querySelector('video[slot="media"]')?.getBoundingClientRect();
        return box?.x === 0 && box.y === 0 && box.width === innerWidth;
      });
      await miniPlayer.getByRole('button', { name: 'Close' }).tap();
      await miniPlayer.waitFor({ state: 'detached' });
    },
    { width: 390, height: 844, isTouch: true },
  );
}

/** Plays a film at a quarter of its speed, so that it does not end during the test, and scrolls it out of view. */
async function playAndScroll(page: Page, open: (path: string) => Promise<void>): Promise<void> {
  await open(`${FILM}?t=1`);
  await waitForPlayback(page, 1);
  await videoOf(page).evaluate((video: HTMLVideoElement) => {
    video.playbackRate = 0.25;
  });
  await scrollToEnd(page);
}

/** Scrolls to the end of the page and waits until the window has moved. */
const scrollToEnd = async (page: Page): Promise<void> => {
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await page.waitForFunction(() => scrollY > innerHeight / 2);
};
