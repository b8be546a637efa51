import { expect } from '@jest/globals';
import { MAX_LAYOUT_SHIFT, recordLayoutShift } from '../support/layoutShift.ts';
import { waitForPlayback } from '../support/playerPage.ts';
import type { Journey } from '../support/setUpJourneys.ts';

const FILM = '/films/lorenz';

/** Tests of the watch history, the library page and the stored player preferences. */
export function watchHistoryJourneys(journey: Journey): void {
  journey(
    'continues an unfinished film from its page and from the home page, without layout shift',
    async ({ page, open }) => {
      await open(`${FILM}?t=8`);
      await waitForPlayback(page, 8.2);
      await open(FILM);
      const resume = page.getByRole('button', { name: /^Continue/ });
      // The film plays on until the page is left.
      expect(await resume.textContent()).toMatch(/0:(0[89]|1[0-4])/);
      await resume.click();
      await waitForPlayback(page, 8);
      const layoutShift = await recordLayoutShift(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await open('/');
      const card = page
        .getByRole('region')
        .or(page.locator('section'))
        .filter({ hasText: 'Continue watching' })
        .getByRole('article');
      await card.getByRole('link', { name: /Continue Lorenz/ }).waitFor();
      await card.scrollIntoViewIfNeeded();
      expect(await layoutShift()).toBeLessThan(MAX_LAYOUT_SHIFT);
      await card.getByRole('link').click();
      await page.waitForURL(/\/films\/lorenz\?t=\d+/);
      await waitForPlayback(page, 8);
    },
  );

  journey('saves a film for later, in all tabs', async ({ page, open }) => {
    await open('/films');
    const card = page.getByRole('article').filter({ hasText: 'Nobody leads' });
    await card.getByRole('button', { name: /^Watch later/ }).click();
    await card.getByRole('button', { name: /^Saved for later/ }).waitFor();
    const otherTab = await page.context().newPage();
    await otherTab.goto(new URL('/library', page.url()).href);
    await otherTab.getByRole('heading', { name: 'Saved for later' }).waitFor();
    await otherTab.getByRole('button', { name: /^Remove Nobody leads/ }).click();
    await card.getByRole('button', { name: /^Watch later/ }).waitFor();
    await otherTab.close();
  });
}
