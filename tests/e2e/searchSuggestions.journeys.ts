import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { horizontalOverflow, violationsInBothThemes } from './support/accessibility.ts';
import { queryStringOf, searchField } from './support/searchPage.ts';
import type { Journey } from './support/setUpJourneys.ts';

const searchInput = (page: Page) => page.getByRole('combobox', { name: 'Search' });
export const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
const PHONE = { width: 360, height: 740, isTouch: true } as const;

/** Presses ArrowDown until the suggestion with a text is highlighted. */
async function highlightByKeyboard(page: Page, text: string): Promise<void> {
  const suggestion = options(page).filter({ hasText: text }).first();
  await suggestion.waitFor();
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('ArrowDown');
    if ((await suggestion.getAttribute('aria-selected')) === 'true') return;
  }
  throw new Error(`expected the arrow keys to reach “${text}”, they did not`);
}

/** Holds all queries of a page until they are released. */
async function holdQueries(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/graphql*', async (route) => {
    await promise;
    await route.continue();
  });
  return { release: () => resolve() };
}

/** Waits until the progress of a navigation is visible at the top of the page. */
const waitForProgress = (page: Page) =>
  page.waitForFunction(() => {
    const bar = document.querySelector('[data-busy]');
    return bar !== null && getComputedStyle(bar).opacity === '1' && bar.getBoundingClientRect().width > 0;
  });

/** Tests of the search box in the header and of the search dialog on phones. */
export function searchSuggestionsJourneys(journey: Journey): void {
  journey('and results: show progress while the page of a choice loads', async ({ page, open }) => {
    await open('/people');
    await page.keyboard.press('/');
    await page.keyboard.type('butter', { delay: 30 });
    await highlightByKeyboard(page, 'Lorenz’s butterfly');
    const film = await holdQueries(page);
    await page.keyboard.press('Enter');
    await waitForProgress(page);
    film.release();
    await page.getByRole('heading', { level: 1, name: 'Lorenz’s butterfly' }).waitFor();

    await open('/search?q=wave');
    const result = await holdQueries(page);
    await page.getByRole('main').getByRole('article').getByRole('link').first().click();
    await waitForProgress(page);
    result.release();
    await page.waitForURL(({ pathname }) => pathname !== '/search');
  });

  journey('are grouped and can be chosen by keyboard', async ({ page, open }) => {
    await open('/articles');
    await page.keyboard.press('/');
    await searchInput(page).waitFor();
    await page.keyboard.type('butter', { delay: 30 });
    await page.getByRole('group', { name: 'Films' }).getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await options(page).first().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Escape');
    await options(page).first().waitFor({ state: 'detached' });
    expect(await searchInput(page).inputValue()).toBe('butter');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => (document.activeElement as HTMLInputElement | null)?.value === '');
    await page.keyboard.type('butter', { delay: 30 });
    await highlightByKeyboard(page, 'Lorenz’s butterfly');
    expect(await violationsInBothThemes(page)).toEqual([]);
    const withoutMatch = options(page).filter({ hasNotText: /butter/i, hasNot: page.locator('mark') });
    expect(await withoutMatch.allTextContents()).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Lorenz’s butterfly' }).waitFor();
  });

  journey(
    'open in a dialog on a phone',
    async ({ page, open }) => {
      const dialog = page.getByRole('dialog', { name: 'Search' });
      await open('/search?q=wave');
      await page.keyboard.press('/');
      expect(await searchField(page).evaluate((field) => field === document.activeElement)).toBe(true);
      expect(queryStringOf(page)).toBe('?q=wave');
      await open('/films');
      await page.keyboard.press('/');
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page
        .getByRole('navigation', { name: 'Main navigation' })
        .getByRole('link', { name: 'Search' })
        .tap();
      await dialog.waitFor();
      await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
      await dialog.getByRole('option', { name: 'golden thread' }).waitFor();
      await page.keyboard.type('turing', { delay: 30 });
      await dialog.getByRole('group', { name: 'People' }).getByRole('option').first().waitFor();
      expect(await horizontalOverflow(page)).toEqual([]);
      expect(await violationsInBothThemes(page)).toEqual([]);
      await dialog
        .getByRole('option', { name: /Turing$/ })
        .first()
        .tap();
      await page.getByRole('heading', { level: 1, name: /Turing/ }).waitFor();
      expect(await dialog.count()).toBe(0);
    },
    PHONE,
  );
}
