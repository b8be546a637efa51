import { expect } from '@jest/globals';
import { playAndScroll, scrollToEnd } from '../../player/miniPlayer.journeys.ts';
import { playerState, videoOf, waitForPlayback } from '../../support/playerPage.ts';
import type { Journey } from '../../support/setUpJourneys.ts';

const FILM = '/films/mandelbrot';

/** Tests of the mini player, which keeps a playing film in view. */
export function miniPlayerReleaseJourneys(journey: Journey): void {
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
