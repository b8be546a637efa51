import { expect } from '@jest/globals';
import { holdLongTimers, routeExpiringStream } from '../../support/expiringStream.ts';
import { playerState, waitForPlayback } from '../../support/playerPage.ts';
import type { Journey } from '../../support/setUpJourneys.ts';

/** Tests of a player that loses its stream or its connection. */
export function playerFailuresJourneys(journey: Journey): void {
  journey(
    'continues with a refreshed URL after the signed URL expires, and stays paused',
    async ({ page, open }) => {
      await holdLongTimers(page);
      await open('/films/gray-scott');
      const stream = await routeExpiringStream(page);
      await page.getByRole('button', { name: /^Play/ }).click();
      await waitForPlayback(page, 0.5);
      await page.keyboard.press('k');
      await stream.runRefresh();
      const { duration } = await playerState(page);
      await page.keyboard.press('7');
      stream.expireToken();
      await page.waitForFunction((expected) => {
        const video = document.querySelector<HTMLVideoElement>('video[slot="media"]');
        return video && video.readyState >= 2 && Math.abs(video.currentTime - expected) < 1;
      }, duration * 0.7);
      expect(stream.isRefreshed()).toBe(true);
      expect((await playerState(page)).paused).toBe(true);
    },
    { allowedErrors: /403/ },
  );

  journey(
    'shows that the browser is offline, and resumes when it is online again',
    async ({ page, open }) => {
      await open('/films/lorenz?t=9');
      await waitForPlayback(page, 9);
      await page.context().setOffline(true);
      await page.keyboard.press('1');
      await page.getByText('You are offline').waitFor();
      await page.context().setOffline(false);
      await waitForPlayback(page, 1);
    },
    { allowedErrors: /ERR_|Failed to load/ },
  );

  journey(
    'leaves the focus where the reader types when the browser is online again',
    async ({ page, open }) => {
      await open('/films/lorenz?t=9');
      await waitForPlayback(page, 9);
      await open('/films/lorenz');
      await page.getByRole('button', { name: /^Continue/ }).click();
      await waitForPlayback(page, 9);
      await page.context().setOffline(true);
      await page.keyboard.press('1');
      await page.getByText('You are offline').waitFor();
      const box = page.getByRole('searchbox', { name: 'Search transcript' });
      await box.fill('thread');
      await page.context().setOffline(false);
      await waitForPlayback(page, 1);
      expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
    },
    { allowedErrors: /ERR_|Failed to load/ },
  );
}
