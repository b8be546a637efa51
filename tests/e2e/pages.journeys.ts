import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Journey } from './visit.ts';

/** An address of each kind of page, and of each state it can be in for good. */
const PAGES = [
  '/',
  '/films',
  '/films/lorenz',
  '/films/chladni',
  '/films/double-pendulum',
  '/articles',
  '/articles/sensitive-dependence',
  '/articles/plates-that-sing',
  '/people',
  '/people/edward-lorenz',
  '/people/bill-gosper',
  '/topics',
  '/topics/chaos',
  '/topics/resonance',
  '/collections',
  '/collections/nothing-left-to-chance',
  '/embed/films/lorenz',
  '/search?q=wave',
  '/search?q=zzyzxqw',
  '/nowhere',
];

/** CSS pixels of the narrowest window a page must fit: WCAG 2.2, 1.4.10 Reflow. */
const NARROWEST = 320;

/** What holds of every page. */
export function pageJourneys(journey: Journey): void {
  for (const path of PAGES)
    journey(
      `${path} can be used by everybody, fits a narrow window, and has its pictures`,
      async ({ page, open }) => {
        await open(path);
        await scrollThrough(page);
        expect(await brokenPictures(page)).toEqual([]);
        expect(await barriers(page)).toEqual([]);
        await page.emulateMedia({ colorScheme: 'dark' });
        await settle(page);
        // By night the page differs in its colours alone.
        expect(await barriers(page, ['color-contrast'])).toEqual([]);
        await page.setViewportSize({ width: NARROWEST, height: 640 });
        await settle(page);
        expect(await overhang(page)).toEqual([]);
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

  journey('the light that a reader chose stays', async ({ page, open }) => {
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
    await page.reload();
    expect(await ground()).toBe(night);
    await page.getByRole('button', { name: 'Light or dark' }).click();
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[value=dark]')?.checked);
  });
}

/** What hinders somebody, as axe finds it: the rule and the place. All its rules are asked unless some are named. */
async function barriers(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`),
  );
}

/** Waits until the page is drawn as the window and the theme now are: a browser learns of both between two frames. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });

/** What sticks out of the window to the right, when the page can be scrolled there. */
const overhang = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((one) => one.getBoundingClientRect().right > clientWidth + 1)
      .map((one) => `${one.tagName.toLowerCase()}.${one.className}`);
  });

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
