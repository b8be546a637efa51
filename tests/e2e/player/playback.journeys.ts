import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { holdScript } from '../support/pageScripts.ts';
import { playerState, videoOf, waitForHydration, waitForPlayback } from '../support/playerPage.ts';
import type { Journey } from '../support/setUpJourneys.ts';

const FILM = '/films/lorenz';

/** Tests of the time from the press of “Play” to the first frame, of Save-Data, and of the end of a film. */
export function playbackJourneys(journey: Journey): void {
  journey(
    'play button: shows that the film is loading after a press before hydration',
    async ({ page, stack }) => {
      const script = await holdScript(page, 'entry.client');
      await page.goto(`${stack.url}${FILM}`, { waitUntil: 'commit' });
      await page.getByRole('button', { name: /^Play/ }).click();
      await page.getByRole('button', { name: /^Loading/ }).waitFor();
      await script.requested;
      script.release();
      await waitForPlayback(page, 0.2);
    },
  );

  journey(
    'link to a moment: offers to play from it if the browser blocks playback',
    async ({ page, open }) => {
      await blockAutoplay(page);
      await open(`${FILM}?t=0:07`);
      const play = page.getByRole('button', { name: 'Play Lorenz’s butterfly from 0:07' });
      await play.waitFor();
      await page.locator('[data-player-root] img[srcset*="time=7"]').waitFor();
      expect(await videoOf(page).count()).toBe(0);
      await play.click();
      await waitForPlayback(page, 7);
    },
  );

  journey(
    'link to a moment: begins at 0 for a time after the end, and marks nothing as watched',
    async ({ page, open }) => {
      await open(`${FILM}?t=9999`);
      await waitForPlayback(page, 0.2);
      expect((await playerState(page)).currentTime).toBeLessThan(7);
      await open('/library');
      // The lists are above it, in the same chunk.
      await page.getByRole('heading', { name: 'Move your library' }).waitFor();
      expect(await page.getByRole('heading', { name: 'History' }).count()).toBe(0);
    },
  );

  journey('link to a moment: understands the fragment of other players', async ({ page, open }) => {
    await open(`${FILM}#t=0m8s`);
    await waitForPlayback(page, 8);
  });

  journey(
    'slow line: plays a small file at once, which the player takes over without a pause',
    async ({ page, open }) => {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'connection', { value: { effectiveType: '2g', downlink: 0.2 } });
        const events: string[] = [];
        Object.assign(window, { events });
        for (const type of ['loadeddata', 'pause', 'emptied'])
          addEventListener(type, () => events.push(type), true);
      });
      const script = await holdScript(page, 'Player');
      await open(FILM);
      const play = page.getByRole('button', { name: /^Play/ });
      await waitForHydration(play);
      await play.click();
      await waitForPlayback(page, 0.2);
      await script.requested;
      expect(await page.getByRole('button', { name: 'Settings' }).count()).toBe(0);
      script.release();
      await page.getByRole('button', { name: 'Settings' }).waitFor();
      await waitForPlayback(page, (await playerState(page)).currentTime);
      expect((await playerState(page)).videoWidth).toBe(640);
      expect(await page.evaluate(() => (window as unknown as { events: string[] }).events)).toEqual([
        'loadeddata',
      ]);
    },
  );
}

/** Makes a page refuse playback with sound without a press, as browsers do on the first visit of a site. */
const blockAutoplay = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    // Not `userActivation`, which Playwright's evaluation in the page sets.
    let hasPress = false;
    addEventListener('pointerdown', () => (hasPress = true), { capture: true });
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      return this.muted || hasPress
        ? play.call(this)
        : Promise.reject(new DOMException('expected a press', 'NotAllowedError'));
    };
  });
