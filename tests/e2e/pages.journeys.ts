import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { barriers, barriersInAnyLight, overhang, settled } from './accessibility.ts';
import type { Journey } from './browser.ts';
import { askedOfGraph } from './recordOperations.ts';

/** An address of each kind of page, and of each state it can be in for good. */
const PAGES = {
  'the front page and the films': [
    '/',
    '/films',
    '/films/lorenz',
    '/films/chladni',
    '/films/double-pendulum',
  ],
  articles: ['/articles', '/articles/sensitive-dependence', '/articles/plates-that-sing'],
  people: ['/people', '/people/edward-lorenz', '/people/bill-gosper'],
  'topics and collections': [
    '/topics',
    '/topics/chaos',
    '/topics/resonance',
    '/collections',
    '/collections/nothing-left-to-chance',
  ],
  'what is found, kept, and shown elsewhere': [
    '/search?q=wave',
    '/search?q=zzyzxqw',
    '/library',
    '/embed/films/lorenz',
    '/nowhere',
  ],
};

/** CSS pixels of the narrowest window a page must fit: WCAG 2.2, 1.4.10 Reflow. */
const NARROWEST = 320;
const WINDOW = { width: 1280, height: 900 };

/** What holds of every page. */
export function pageJourneys(journey: Journey): void {
  for (const [kind, paths] of Object.entries(PAGES))
    journey(
      `${kind}: are taken over as they stand, can be used by everybody, fit a narrow window, and have their pictures`,
      async ({ page, open }) => {
        const asked = askedOfGraph(page);
        for (const path of paths) {
          asked.length = 0;
          await page.setViewportSize(WINDOW);
          await open(path);
          await settled(page);
          expect({ path, asked }).toEqual({ path, asked: [] });
          expect(await page.locator('head title').count()).toBe(1);
          await scrollThrough(page);
          expect({ path, broken: await brokenPictures(page) }).toEqual({ path, broken: [] });
          expect({ path, barriers: await barriersInAnyLight(page) }).toEqual({ path, barriers: [] });
          await page.setViewportSize({ width: NARROWEST, height: 640 });
          await settled(page);
          expect({ path, overhang: await overhang(page) }).toEqual({ path, overhang: [] });
        }
      },
    );

  journey(
    'a film that plays can be used by everybody, by night',
    async ({ page, open }) => {
      await open('/films/lorenz?t=1');
      await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1);
      expect(await barriers(page)).toEqual([]);
    },
    { theme: 'dark' },
  );

  journey('an address where nothing is says so, and leads on', async ({ page, open }) => {
    for (const path of ['/nowhere', '/films/nothing', '/people/nobody', '/topics/none']) {
      await open(path);
      await page.getByText('404').waitFor();
    }
    await page.getByRole('main').getByRole('link', { name: 'The front page' }).click();
    await page.waitForURL((url) => url.pathname === '/');
  });

  journey(
    'without the content provider a page says so, and comes when it is back',
    async ({ page, house, open }) => {
      // What was read before would stand in.
      await house.cache.purgeAll();
      await house.faults('content', [{ kind: 'reset' }]);
      try {
        await open('/films/lorenz');
        await page.getByText(/cannot be reached/).waitFor();
      } finally {
        await house.faults('content');
      }
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { level: 1, name: 'Lorenz’s butterfly' }).waitFor();
    },
  );

  journey('the first key leads past the header', async ({ page, open }) => {
    await open('/films');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  });

  journey(
    'the light that a reader chose stays, and colours the bars of the browser',
    async ({ page, open }) => {
      await open('/');
      const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      const day = await ground();
      await page.getByRole('button', { name: 'Light or dark' }).click();
      await page.getByRole('radio', { name: 'Dark' }).check();
      await page.waitForFunction(
        (was) => getComputedStyle(document.documentElement).backgroundColor !== was,
        day,
      );
      const night = await ground();
      const dark = await page.locator('meta[name="theme-color"][media*="dark"]').getAttribute('content');
      expect(await barColour(page)).toBe(dark);
      await page.reload();
      expect(await ground()).toBe(night);
      expect(await barColour(page)).toBe(dark);
      await page.getByRole('button', { name: 'Light or dark' }).click();
      await page.waitForFunction(
        () => document.querySelector<HTMLInputElement>('input[value=dark]')?.checked,
      );
    },
  );
}

/** Goes down the page a window at a time, so that all of its pictures are asked for. */
const scrollThrough = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight && y < 20_000; y += innerHeight) {
      scrollTo(0, y);
      await new Promise(requestAnimationFrame);
    }
    await Promise.race([
      Promise.all([...document.images].map((one) => one.decode().catch(() => undefined))),
      new Promise((done) => setTimeout(done, 4_000)),
    ]);
    scrollTo(0, 0);
  });

const brokenPictures = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.images].filter((one) => one.naturalWidth === 0).map((one) => one.currentSrc || one.src),
  );

/** The colour that the browser's bars take: the first that holds in the light that the system has. */
const barColour = (page: Page): Promise<string | undefined> =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].find(
        ({ media }) => media === '' || matchMedia(media).matches,
      )?.content,
  );
