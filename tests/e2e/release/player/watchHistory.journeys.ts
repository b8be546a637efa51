import { expect } from '@jest/globals';
import { violationsInBothThemes } from '../../support/accessibility.ts';
import { playerState, waitForPlayback, waitForTime } from '../../support/playerPage.ts';
import type { Journey } from '../../support/setUpJourneys.ts';

const FILM = '/films/lorenz';

/** Tests of the watch history, the library page and the stored player preferences. */
export function watchHistoryReleaseJourneys(journey: Journey): void {
  journey('continues an unfinished film by keyboard', async ({ page, open }) => {
    await open(`${FILM}?t=8`);
    await waitForPlayback(page, 8.2);
    await open(FILM);
    await page.getByRole('button', { name: /^Continue/ }).waitFor();
    await page.keyboard.press('k');
    await waitForPlayback(page, 0.2);
    expect((await playerState(page)).currentTime).toBeGreaterThanOrEqual(8);
  });

  journey(
    'offers to continue after back and reload, though the address has a time',
    async ({ page, open }) => {
      await open(`${FILM}?t=4`);
      await waitForPlayback(page, 4);
      await page.getByRole('button', { name: /Everywhere at once/ }).click();
      await waitForPlayback(page, 10.5);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Films' }).click();
      await page.getByRole('heading', { level: 1, name: 'Films' }).waitFor();
      const resume = page.getByRole('button', { name: /^Continue.*from 0:1\d/ });
      await page.goBack();
      await page.waitForURL(`**${FILM}?t=4`);
      await resume.waitFor();
      await page.reload();
      await resume.waitFor();
      await resume.click();
      await waitForPlayback(page, 0.2);
      expect((await playerState(page)).currentTime).toBeGreaterThan(10);
    },
  );

  journey(
    'marks a finished film as watched, and removes it from the library on request',
    async ({ page, open }) => {
      await open(`${FILM}?t=15`);
      await page.getByText(/^Up next in/).waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await open('/collections/nothing-left-to-chance');
      const card = page.getByRole('article').filter({ hasText: 'Lorenz’s butterfly' });
      await card.getByText('Watched').waitFor();
      await page.getByText('1 of them watched').waitFor();
      await open('/films/boids');
      await page.getByRole('button', { name: /^Mark as watched/ }).click();
      await page.getByRole('button', { name: /^Mark as unwatched/ }).waitFor();
      await open('/library');
      const watched = page.locator('section').filter({ has: page.getByRole('heading', { name: 'History' }) });
      await watched.getByRole('article').nth(1).waitFor();
      expect(await violationsInBothThemes(page)).toEqual([]);
      await watched.getByRole('button', { name: /^Remove Nobody leads/ }).click();
      await watched.getByRole('article').filter({ hasText: 'Nobody leads' }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await watched.getByRole('article').filter({ hasText: 'Nobody leads' }).waitFor();
      await watched.getByRole('button', { name: 'Clear history' }).click();
      await page.getByText('Nothing here yet').waitFor();
    },
  );

  journey('restores volume and speed, and ignores invalid stored data', async ({ page, open }) => {
    await open(FILM);
    await page.evaluate(() => {
      localStorage.setItem('library', '{"version":1,"films":{"x":{"id":7}}');
      localStorage.setItem('watching', '[[');
    });
    await open(`${FILM}?t=6`);
    await waitForPlayback(page, 6);
    await page.keyboard.press('>');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('k');
    await open(`${FILM}?t=6`);
    await waitForPlayback(page, 6);
    expect(await playerState(page)).toMatchObject({ playbackRate: 1.25, volume: 0.9 });
    await page.keyboard.press('k');
    await page.keyboard.press('0');
    await waitForTime(page, 0);
    await open('/library');
    await page.getByRole('heading', { name: 'History' }).waitFor();
  });
}
