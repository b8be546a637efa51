import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  accessibilityViolations,
  horizontalOverflow,
  violationsInBothThemes,
  waitForFrames,
} from './support/accessibility.ts';
import { recordOperations } from './support/recordOperations.ts';
import type { Journey } from './support/setUpJourneys.ts';

/** One path of each page and of each of its permanent states. */
const PAGES = {
  'home and film pages': ['/', '/films', '/films/lorenz', '/films/chladni', '/films/double-pendulum'],
  'article pages': [
    '/articles',
    '/articles/sensitive-dependence',
    '/articles/plates-that-sing',
    '/articles/interference',
    '/articles/losing-nothing',
  ],
  'person pages': ['/people', '/people/edward-lorenz', '/people/bill-gosper'],
  'topic and collection pages': [
    '/topics',
    '/topics/chaos',
    '/topics/resonance',
    '/collections',
    '/collections/nothing-left-to-chance',
  ],
  'search, library, embed and 404 pages': [
    '/search?q=wave',
    '/search?q=zzyzxqw',
    '/library',
    '/embed/films/lorenz',
    '/nowhere',
  ],
};

/** The narrowest viewport without horizontal scrolling, in CSS pixels: WCAG 2.2, 1.4.10 Reflow. */
const MIN_VIEWPORT_WIDTH = 320;
const IMAGE_TIMEOUT_MS = 4_000;
const VIEWPORT = { width: 1280, height: 900 };

/** Tests of all pages: hydration, accessibility, layout, images, provider failures and themes. */
export function pagesJourneys(journey: Journey): void {
  for (const [name, paths] of Object.entries(PAGES))
    journey(
      `${name}: hydrate without queries, load all images, reflow at 320 px, and have no accessibility violations`,
      async ({ page, open }) => {
        const operations = recordOperations(page);
        for (const path of paths) {
          operations.length = 0;
          await page.setViewportSize(VIEWPORT);
          await open(path);
          await waitForFrames(page);
          expect({ path, operations }).toEqual({ path, operations: [] });
          expect(await page.locator('head title').count()).toBe(1);
          await loadImages(page);
          expect({ path, broken: await brokenImages(page) }).toEqual({ path, broken: [] });
          expect({ path, violations: await violationsInBothThemes(page) }).toEqual({ path, violations: [] });
          await page.setViewportSize({ width: MIN_VIEWPORT_WIDTH, height: 640 });
          await waitForFrames(page);
          expect({ path, overflow: await horizontalOverflow(page) }).toEqual({ path, overflow: [] });
        }
      },
    );

  journey(
    'film page: has no accessibility violations in the dark theme while the video plays',
    async ({ page, open }) => {
      await open('/films/lorenz?t=1');
      await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1);
      expect(await accessibilityViolations(page)).toEqual([]);
    },
    { colorScheme: 'dark' },
  );

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
    await page.locator('html[data-hydrated]').waitFor();
    await page.getByRole('button', { name: 'Theme' }).click();
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[value=dark]')?.checked);
  });
}

/** Scrolls through the page, so that lazy images load, and waits for them. */
const loadImages = (page: Page): Promise<void> =>
  page.evaluate(async (timeoutMs) => {
    for (let y = 0; y < document.documentElement.scrollHeight && y < 20_000; y += innerHeight) {
      scrollTo(0, y);
      await new Promise(requestAnimationFrame);
    }
    await Promise.race([
      Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))),
      new Promise((done) => setTimeout(done, timeoutMs)),
    ]);
    scrollTo(0, 0);
  }, IMAGE_TIMEOUT_MS);

const brokenImages = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.images]
      .filter((image) => image.naturalWidth === 0)
      .map((image) => image.currentSrc || image.src),
  );

/** Returns the theme colour that the browser uses: the first whose media query matches. */
const themeColor = (page: Page): Promise<string | undefined> =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].find(
        ({ media }) => media === '' || matchMedia(media).matches,
      )?.content,
  );
