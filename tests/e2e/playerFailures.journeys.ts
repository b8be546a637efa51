import { expect } from '@jest/globals';
import type { Journey } from './browser.ts';
import { expiring, hurryable } from './expiringStream.ts';
import { playsPast, stateOf } from './playerPage.ts';

/** What happens to a reader whose film is taken away in the middle. */
export function watchingCutOffJourneys(journey: Journey): void {
  journey(
    'a film whose address has expired goes on with a new one, and stays paused if it was',
    async ({ page, open }) => {
      await hurryable(page);
      await open('/films/gray-scott');
      const stream = await expiring(page);
      await page.getByRole('button', { name: /^Play/ }).click();
      await playsPast(page, 0.5);
      await page.keyboard.press('k');
      await stream.renewed();
      const { duration } = await stateOf(page);
      await page.keyboard.press('7');
      stream.expire();
      await page.waitForFunction((at) => {
        const one = document.querySelector<HTMLVideoElement>('video[slot="media"]');
        return one && one.readyState >= 2 && Math.abs(one.currentTime - at) < 1;
      }, duration * 0.7);
      expect(stream.isRenewed()).toBe(true);
      expect((await stateOf(page)).paused).toBe(true);
    },
    { expects: /403/ },
  );

  journey(
    'a film that is cut off says so, and goes on by itself where it was once the reader is back',
    async ({ page, open }) => {
      await open('/films/lorenz?t=9');
      await playsPast(page, 9);
      await page.context().setOffline(true);
      await page.keyboard.press('1');
      await page.getByText('You are not connected').waitFor();
      await page.context().setOffline(false);
      await playsPast(page, 1);
    },
    { expects: /ERR_|Failed to load/ },
  );
}
