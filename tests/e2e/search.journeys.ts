import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Journey } from './visit.ts';

const field = (page: Page) => page.getByRole('searchbox', { name: /^Search films, articles/ });
const results = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const parameters = (page: Page) => new URL(page.url()).searchParams;

/** Search as a reader uses it. */
export function searchJourneys(journey: Journey): void {
  journey('search answers while the words are typed, and marks them', async ({ page, open }) => {
    await open('/search');
    await field(page).pressSequentially('lorenz', { delay: 40 });
    await page
      .getByRole('status')
      .getByText(/for “lorenz”/)
      .waitFor();
    const hit = page
      .getByRole('article')
      .filter({ has: page.getByRole('link', { name: 'Lorenz’s butterfly' }) });
    await hit.locator('mark').first().waitFor();
    expect((await hit.locator('mark').first().textContent())?.toLowerCase()).toBe('lorenz');
    expect(parameters(page).get('q')).toBe('lorenz');
  });

  journey('a moment leads to its second of the film', async ({ page, open }) => {
    await open('/search?q=threads');
    await results(page).getByText('Moments').waitFor();
    await page
      .getByRole('link', { name: /^Lorenz’s butterfly, from 0:0[1-9]/ })
      .first()
      .click();
    await page.waitForURL(/\/films\/lorenz\?t=\d+$/);
    const second = Number(parameters(page).get('t'));
    expect(second).toBeGreaterThan(0);
    await page.waitForFunction((from) => {
      const film = document.querySelector('video');
      return film && !film.paused && film.currentTime >= from;
    }, second);
  });

  journey('facets refine what was found, and the back button undoes each', async ({ page, open }) => {
    await open('/search');
    await results(page).getByText('People').waitFor();
    await page.getByRole('checkbox', { name: /^Films/ }).click();
    await page.waitForURL(/type=film/);
    await results(page).getByText('People').waitFor({ state: 'detached' });
    const all = await page.getByRole('main').getByRole('article').count();
    await page.getByRole('checkbox', { name: /^Waves/ }).click();
    await page.waitForURL(/topic=/);
    await page.waitForFunction((count) => document.querySelectorAll('main article').length < count, all);
    await page.getByRole('link', { name: 'Where ripples meet' }).waitFor();
    await page.goBack();
    await page.waitForFunction((count) => document.querySelectorAll('main article').length === count, all);
    expect(await page.getByRole('checkbox', { name: /^Waves/ }).isChecked()).toBe(false);
    await page.goBack();
    await results(page).getByText('People').waitFor();
    expect(page.url()).not.toContain('type=');
  });

  journey('a count tells what a facet would find, and everything can be cleared', async ({ page, open }) => {
    await open('/search?type=film');
    const person = page.getByRole('checkbox', { name: /^People/ });
    const told = Number(/\d+/.exec((await person.locator('..').textContent()) ?? '')?.[0]);
    await person.click();
    await page.waitForURL(/type=person/);
    await page.getByRole('checkbox', { name: /^Films/ }).click();
    await page.waitForURL(/\?type=person$/);
    await page.getByRole('status').getByText(`: ${told}.`).waitFor();
    expect(await page.getByRole('main').getByRole('article').count()).toBe(told);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await results(page).getByText('Films').waitFor();
  });

  journey('words that nothing matches are told so, with a way on', async ({ page, open }) => {
    await open('/search?q=zzyzxqw');
    await page.getByText('Nothing for “zzyzxqw”.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'chaos' }).click();
    await page.getByRole('heading', { level: 1, name: 'Chaos' }).waitFor();
  });

  journey(
    '“/” leads to the search box, and suggestions are chosen by keyboard alone',
    async ({ page, open }) => {
      await open('/articles');
      await page.keyboard.press('/');
      const box = page.getByRole('combobox', { name: 'Search' });
      await box.waitFor();
      expect(await box.evaluate((one) => one === document.activeElement)).toBe(true);
      await page.keyboard.type('butter', { delay: 30 });
      const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
      await options.getByText('Lorenz’s butterfly').waitFor();
      await page.keyboard.press('ArrowDown');
      expect(await options.first().getAttribute('aria-selected')).toBe('true');
      await page.keyboard.press('Escape');
      expect(await box.inputValue()).toBe('');
      await page.keyboard.type('butter', { delay: 30 });
      await options.filter({ hasText: 'Lorenz’s butterfly' }).filter({ hasText: 'Film' }).first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Lorenz’s butterfly' }).waitFor();
    },
  );

  journey('Enter without a choice searches for the words', async ({ page, open }) => {
    await open('/people');
    await page.keyboard.press('/');
    await page.keyboard.type('wave', { delay: 30 });
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/search\?q=wave$/);
    await page
      .getByRole('status')
      .getByText(/for “wave”/)
      .waitFor();
  });

  journey(
    'without the search provider the page says so, and goes on when it is back',
    async ({ page, house, open }) => {
      await house.faults('search', [{ kind: 'reset' }]);
      try {
        await open('/search?q=lorenz');
        await page.getByText('Search cannot be reached at the moment.').waitFor();
        await open('/films/lorenz');
        await page.getByRole('button', { name: /^Play/ }).waitFor();
        await page.getByRole('button', { name: /A single golden thread/ }).waitFor();
      } finally {
        await house.faults('search');
      }
      await open('/search?q=lorenz');
      await page.getByRole('link', { name: 'Lorenz’s butterfly' }).first().waitFor();
    },
  );
}
