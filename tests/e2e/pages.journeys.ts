import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { pageChecks } from './support/pageChecks.ts';
import type { Journey } from './support/setUpJourneys.ts';

/** One path of each kind of page. */
const PAGES = {
  'home and film pages': ['/', '/films', '/films/lorenz'],
  'article, person, topic and collection pages': [
    '/articles/sensitive-dependence',
    '/people/edward-lorenz',
    '/topics/chaos',
    '/collections/nothing-left-to-chance',
    '/authors/ines-varga',
  ],
  'search, library, imprint, embed and 404 pages': [
    '/search?q=wave',
    '/library',
    '/imprint',
    '/embed/films/lorenz',
    '/nowhere',
  ],
};

/** Tests of all pages: hydration, accessibility, layout, images, provider failures and themes. */
export function pagesJourneys(journey: Journey): void {
  pageChecks(journey, PAGES);

  journey(
    'film page: shows a retry button while the content provider is down',
    async ({ page, stack, open }) => {
      // Cached responses would be served instead.
      await stack.cache.invalidateAll();
      await stack.setFaults('content', [{ kind: 'reset' }]);
      try {
        await open('/films/lorenz');
        await page.getByText(/cannot be reached/).waitFor();
      } finally {
        await stack.setFaults('content');
      }
      await page.getByRole('button', { name: 'Retry' }).click();
      await page.getByRole('heading', { level: 1, name: 'Lorenz’s butterfly' }).waitFor();
    },
  );

  journey(
    'forced colors: outline buttons, the current one of several and the focused field, and marks are readable',
    async ({ page, open }) => {
      await page.emulateMedia({ forcedColors: 'active' });
      await open('/search?q=chaos');
      const types = page.getByRole('main').getByRole('navigation').getByRole('link');
      expect(await outlineOf(types.and(page.locator('[aria-current]')))).toBe('solid');
      expect(await outlineOf(types.and(page.locator(':not([aria-current])')).first())).toBe('none');
      const mark = page.locator('mark').first();
      expect(await mark.evaluate((element) => getComputedStyle(element).backgroundColor)).toMatch(/^rgb\(/);
      await page.getByRole('searchbox').or(page.getByRole('combobox')).first().focus();
      expect(await outlineOf(page.locator(':focus'))).toBe('solid');
      await open('/');
      expect(await outlineOf(page.getByRole('link', { name: /^Watch/ }))).toBe('solid');
      expect(await outlineOf(page.getByRole('button', { name: 'Theme' }))).toBe('solid');
    },
  );

  journey('fills a window of 2560 pixels with four films in a row', async ({ page, open }) => {
    await page.setViewportSize({ width: 2560, height: 1440 });
    await open('/films');
    const card = page.getByRole('main').getByRole('article');
    const [first, , , fourth, fifth] = await Promise.all(
      [0, 1, 2, 3, 4].map((index) => topOf(card.nth(index))),
    );
    expect(fourth).toBe(first);
    expect(fifth).toBeGreaterThan(Number(first));
    await open('/');
    const lead = await page.getByRole('main').getByRole('article').first().boundingBox();
    const grid = await page.getByRole('main').getByRole('list').first().boundingBox();
    expect([lead?.x, lead?.width]).toEqual([grid?.x, grid?.width]);
    expect(lead?.width).toBeGreaterThan(1600);
  });

  journey('theme: keeps the chosen theme after a reload, and sets theme-color', async ({ page, open }) => {
    await open('/');
    const backgroundColor = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await backgroundColor();
    await page.getByRole('button', { name: 'Theme' }).click();
    await page.getByRole('radio', { name: 'Dark' }).check();
    await page.waitForFunction(
      (previous) => getComputedStyle(document.documentElement).backgroundColor !== previous,
      light,
    );
    const dark = await backgroundColor();
    const darkThemeColor = await page
      .locator('meta[name="theme-color"][media*="dark"]')
      .getAttribute('content');
    expect(await themeColor(page)).toBe(darkThemeColor);
    await page.reload();
    expect(await backgroundColor()).toBe(dark);
    expect(await themeColor(page)).toBe(darkThemeColor);
    const waitForChoice = (name: string) =>
      page.locator(`input[name=theme][value=${name}]:checked`).waitFor({ state: 'attached' });
    await waitForChoice('dark');
    const otherTab = await page.context().newPage();
    await otherTab.goto(page.url());
    await otherTab.evaluate(() => localStorage.removeItem('theme'));
    await waitForChoice('system');
    expect(await backgroundColor()).toBe(light);
    expect(await page.locator('meta[data-chosen]').count()).toBe(0);
    await otherTab.close();
  });

  journey('reduced motion: no animation repeats', async ({ page, open }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open('/films/lorenz');
    const count = await page
      .getByRole('button', { name: /^Play/ })
      .first()
      .evaluate((button) => {
        button.dataset.pressed = '';
        const label = button.firstElementChild as Element;
        return getComputedStyle(label, '::after').animationIterationCount;
      });
    expect(count).toBe('1');
  });
}

const outlineOf = (element: Locator): Promise<string> =>
  element.evaluate((target) => getComputedStyle(target).outlineStyle);

const topOf = async (element: Locator): Promise<number | undefined> => (await element.boundingBox())?.y;

/** Returns the theme colour that the browser uses: the first whose media query matches. */
const themeColor = (page: Page): Promise<string | undefined> =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].find(
        ({ media }) => media === '' || matchMedia(media).matches,
      )?.content,
  );
