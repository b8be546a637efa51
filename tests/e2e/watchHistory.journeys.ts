import { expect } from '@jest/globals';
import { barriersInAnyLight } from './accessibility.ts';
import type { Journey } from './browser.ts';
import { playsPast, standsAt, stateOf } from './playerPage.ts';

const FILM = '/films/lorenz';

/** What a browser keeps for its reader. */
export function watchingLibraryJourneys(journey: Journey): void {
  journey(
    'a film left half-way is gone on with, from its page and from the front page, where nothing moves',
    async ({ page, open }) => {
      await open(`${FILM}?t=8`);
      await playsPast(page, 8.2);
      await open(FILM);
      const go = page.getByRole('button', { name: /^Continue/ });
      expect(await go.textContent()).toMatch(/0:0[89]/);
      await go.click();
      await playsPast(page, 8);
      await page.addInitScript(() => {
        Object.assign(window, { moved: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            (window as unknown as { moved: number }).moved += (entry as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.setViewportSize({ width: 390, height: 844 });
      await open('/');
      const card = page
        .getByRole('region')
        .or(page.locator('section'))
        .filter({ hasText: 'Go on watching' })
        .getByRole('article');
      await card.getByRole('link', { name: /Continue Lorenz/ }).waitFor();
      await card.scrollIntoViewIfNeeded();
      expect(await page.evaluate(() => (window as unknown as { moved: number }).moved)).toBeLessThan(0.02);
      await card.getByRole('link').click();
      await page.waitForURL(/\/films\/lorenz\?t=\d+/);
      await playsPast(page, 8);
    },
  );

  journey(
    'a film seen to its end is marked, and the library forgets it when asked',
    async ({ page, open }) => {
      await open(`${FILM}?t=15`);
      await page.getByText(/^Next in/).waitFor();
      await page.getByRole('button', { name: 'Stay here' }).click();
      await open('/collections/nothing-left-to-chance');
      const card = page.getByRole('article').filter({ hasText: 'Lorenz’s butterfly' });
      await card.getByText('Watched').waitFor();
      await page.getByText('1 of them watched').waitFor();
      await open('/films/boids');
      await page.getByRole('button', { name: /^Mark as watched/ }).click();
      await page.getByRole('button', { name: /^Mark as not watched/ }).waitFor();
      await open('/library');
      const seen = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Seen' }) });
      await seen.getByRole('article').nth(1).waitFor();
      expect(await barriersInAnyLight(page)).toEqual([]);
      await seen.getByRole('button', { name: /^Remove Nobody leads/ }).click();
      await seen.getByRole('article').filter({ hasText: 'Nobody leads' }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await seen.getByRole('article').filter({ hasText: 'Nobody leads' }).waitFor();
      await seen.getByRole('button', { name: 'Forget all' }).click();
      await page.getByText('Nothing here yet').waitFor();
    },
  );

  journey('a film is put aside on a card, and two windows agree on it', async ({ page, open }) => {
    await open('/films');
    const card = page.getByRole('article').filter({ hasText: 'Nobody leads' });
    await card.getByRole('button', { name: /^Watch later/ }).click();
    await card.getByRole('button', { name: /^Saved for later/ }).waitFor();
    const other = await page.context().newPage();
    await other.goto(new URL('/library', page.url()).href);
    await other.getByRole('heading', { name: 'For later' }).waitFor();
    await other.getByRole('button', { name: /^Remove Nobody leads/ }).click();
    await card.getByRole('button', { name: /^Watch later/ }).waitFor();
    await other.close();
  });

  journey(
    'how a reader likes to watch is kept, and what others left there does no harm',
    async ({ page, open }) => {
      await open(FILM);
      await page.evaluate(() => {
        localStorage.setItem('library', '{"version":1,"films":{"x":{"id":7}}');
        localStorage.setItem('watching', '[[');
      });
      await open(`${FILM}?t=6`);
      await playsPast(page, 6);
      await page.keyboard.press('>');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('k');
      await page.reload();
      await playsPast(page, 6);
      expect(await stateOf(page)).toMatchObject({ playbackRate: 1.25, volume: 0.9 });
      await page.keyboard.press('k');
      await page.keyboard.press('0');
      await standsAt(page, 0);
      await open('/library');
      await page.getByRole('heading', { name: 'Seen' }).waitFor();
    },
  );
}
