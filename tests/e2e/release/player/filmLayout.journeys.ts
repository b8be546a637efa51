import { expect } from '@jest/globals';
import { boxOf, playerOf } from '../../player/filmLayout.journeys.ts';
import { playerState, waitForHydration, waitForPlayback } from '../../support/playerPage.ts';
import type { Journey } from '../../support/setUpJourneys.ts';

const FILM = '/films/lorenz';

/** Tests of the film page: what is beside the player and above the fold in windows of several sizes. */
export function filmLayoutReleaseJourneys(journey: Journey): void {
  journey(
    'phone: brings the film into view when a chapter or a line of the expanded transcript is pressed',
    async ({ page, open }) => {
      await open(FILM);
      const line = page.getByRole('button', { name: /Everywhere at once/ });
      await line.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Show transcript' }).tap();
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

  journey(
    'film without a playable video: offers to watch it later, and needs little space',
    async ({ page, open }) => {
      await open('/films/sunflower');
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
      await open('/library');
      await page.getByRole('link', { name: 'A turn and a seed' }).waitFor();
    },
  );
}
