import { expect } from '@jest/globals';
import { options } from '../searchSuggestions.journeys.ts';
import type { Journey } from '../support/setUpJourneys.ts';

/** Tests of the search box in the header and of the search dialog on phones. */
export function searchSuggestionsReleaseJourneys(journey: Journey): void {
  journey('recent searches: keep the focus in their list when one is removed', async ({ page, open }) => {
    await open('/articles');
    await page.evaluate(() => localStorage.setItem('recent-searches', '["lorenz","wave"]'));
    await open('/search');
    await page.getByRole('button', { name: 'Remove lorenz' }).press('Enter');
    const other = page.getByRole('button', { name: 'Remove wave' });
    expect(await other.evaluate((element) => element === document.activeElement)).toBe(true);
    await other.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  });

  journey(
    'begin with what matches as typed, and show an initial for a film without a still',
    async ({ page, open }) => {
      await open('/people');
      await page.keyboard.press('/');
      await page.keyboard.type('wave', { delay: 30 });
      await page.getByRole('group', { name: 'Films' }).getByRole('option').first().waitFor();
      await options(page).filter({ hasText: 'Where ripples meet' }).first().waitFor();
      expect(await page.getByRole('group', { name: 'Searches' }).getByText('Woven by rule').count()).toBe(0);
      await page.keyboard.press('Control+a');
      await page.keyboard.type('sunflower', { delay: 30 });
      const film = options(page).filter({ hasText: 'A turn and a seed' });
      await film.waitFor();
      expect(await film.locator('span[data-accent]').textContent()).toBe('A');
    },
  );

  journey('open a film at the time of a suggested moment', async ({ page, open }) => {
    await open('/people');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('golden thread', { delay: 20 });
    await page
      .getByRole('group', { name: 'Moments' })
      .getByRole('option', { name: /golden thread/ })
      .first()
      .click();
    await page.waitForURL(/\/films\/lorenz\?t=[\d.]+&lang=en$/);
  });

  journey(
    'Enter without a choice searches for the query and adds it to the recent searches',
    async ({ page, open }) => {
      await open('/people');
      await page.keyboard.press('/');
      await page.keyboard.type('wave', { delay: 30 });
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => `${url.pathname}${url.search}` === '/search?q=wave');
      await page
        .getByRole('main')
        .getByRole('status')
        .getByText(/for “wave”/)
        .waitFor();
      await open('/films');
      await page.keyboard.press('/');
      await options(page).filter({ hasText: 'wave' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Delete');
      await options(page).filter({ hasText: 'wave' }).waitFor({ state: 'detached' });
      await open('/search');
      expect(await page.getByText('Recent searches').count()).toBe(0);
    },
  );
}
