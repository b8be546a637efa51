import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Journey } from './visit.ts';

const field = (page: Page) => page.getByRole('searchbox', { name: /^Search films, articles/ });
const results = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
/** The most that a page of search shows of what it has found. */
const MOST_HITS = 30;
const parameters = (page: Page) => new URL(page.url()).searchParams;

/** How many the page says it has found. */
async function told(page: Page): Promise<number> {
  const words = await page.getByRole('status').filter({ hasText: /\d/ }).first().textContent();
  return Number(/\d+/.exec(words ?? '')?.[0]);
}

/** The next number that the page tells. */
async function toldOtherThan(page: Page, last: number): Promise<number> {
  const status = page.getByRole('status').filter({ hasText: /\d/ });
  await status.filter({ hasNotText: new RegExp(`\\b${last}\\b`) }).waitFor();
  return told(page);
}

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
    const everything = await told(page);
    await page.getByRole('checkbox', { name: /^Films/ }).click();
    await page.waitForURL(/type=film/);
    const films = await toldOtherThan(page, everything);
    expect(films).toBeLessThan(everything);
    expect(await results(page).allTextContents()).toEqual(['Films']);
    await page.getByRole('checkbox', { name: /^Waves/ }).click();
    await page.waitForURL(/topic=waves/);
    const waves = await toldOtherThan(page, films);
    expect(waves).toBeGreaterThan(0);
    expect(waves).toBeLessThan(films);
    await page.getByRole('link', { name: 'Where ripples meet' }).waitFor();
    await page.goBack();
    expect(await toldOtherThan(page, waves)).toBe(films);
    expect(await page.getByRole('checkbox', { name: /^Waves/ }).isChecked()).toBe(false);
    await page.goBack();
    expect(await toldOtherThan(page, films)).toBe(everything);
    expect(new URL(page.url()).search).toBe('');
  });

  journey('a count tells what a facet would find, and everything can be cleared', async ({ page, open }) => {
    await open('/search');
    const everything = await told(page);
    const people = page.getByRole('checkbox', { name: /^People/ });
    const promised = Number(/\d+/.exec((await people.locator('..').textContent()) ?? '')?.[0]);
    await people.click();
    expect(await toldOtherThan(page, everything)).toBe(promised);
    expect(await page.getByRole('main').getByRole('article').count()).toBe(Math.min(promised, MOST_HITS));
    await page.getByRole('button', { name: 'Clear all' }).click();
    expect(await toldOtherThan(page, promised)).toBe(everything);
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
      const wanted = options.filter({ hasText: 'Lorenz’s butterfly' }).first();
      await wanted.waitFor();
      for (let presses = 0; presses < 10; presses += 1) {
        await page.keyboard.press('ArrowDown');
        if ((await wanted.getAttribute('aria-selected')) === 'true') break;
      }
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
