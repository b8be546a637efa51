import { readFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ROOT } from '../support/stack.ts';
import type { Journey } from './browser.ts';
import { askedOfGraph } from './recordOperations.ts';

/** An address of each kind of page. */
const PAGES = [
  '/',
  '/films',
  '/films/lorenz',
  '/films/chladni',
  '/articles',
  '/articles/sensitive-dependence',
  '/people',
  '/people/edward-lorenz',
  '/topics/chaos',
  '/collections/nothing-left-to-chance',
  '/search?q=wave',
  '/nowhere',
];

/**
 * Adds a style sheet to a page and lists the elements and pseudo-elements whose computed style it changes. Both styles
 * are read in one task, so that nothing that loads or moves meanwhile counts as a change.
 */
const changesBy = (page: Page, sheet: string): Promise<string[]> =>
  page.evaluate((text) => {
    const computedStyles = () =>
      [...document.querySelectorAll('body, body [class]')].flatMap((element) =>
        [undefined, '::before', '::after'].map((pseudo) => {
          const style = getComputedStyle(element, pseudo);
          const isShown = !pseudo || style.content !== 'none';
          return {
            name: `${element.tagName} ${element.className}${pseudo ?? ''}`,
            declarations: isShown
              ? Array.from(style, (name) => `${name}: ${style.getPropertyValue(name)}`)
              : [],
          };
        }),
      );
    const before = computedStyles();
    const style = document.createElement('style');
    style.append(text);
    document.head.append(style);
    const after = computedStyles();
    return before.flatMap(({ name, declarations }, at) => {
      const other = after[at]?.declarations ?? [];
      const changed = declarations.filter((declaration, index) => declaration !== other[index]);
      return changed.length > 0 || other.length !== declarations.length
        ? [`${name} { ${changed.join('; ')} }`]
        : [];
    });
  }, sheet);

/** What a reader has of a page before, and without, any script of it. */
export function serverJourneys(journey: Journey): void {
  journey(
    'has what came late in its place, and asks the graph for none of it',
    async ({ page, house, open }) => {
      const asked = askedOfGraph(page);
      await house.faults('search', [{ kind: 'latency', ms: 500 }]);
      try {
        await open('/films/penrose');
        await page.locator('main [aria-busy="true"]').waitFor({ state: 'detached' });
        expect(await page.getByRole('main').getByRole('listitem').count()).toBeGreaterThan(2);
      } finally {
        await house.faults('search');
      }
      expect(asked).toEqual([]);
    },
  );

  journey(
    'leaves to the browser what readers walk to: formulas are set there as well',
    async ({ page, open }) => {
      await open('/articles');
      await page.getByRole('main').getByRole('link', { name: 'Three digits short' }).click();
      await page.getByRole('heading', { level: 1, name: 'Three digits short' }).waitFor();
      await page.locator('.katex-mathml math').nth(1).waitFor({ state: 'attached' });
      await page.getByText('…', { exact: true }).first().waitFor({ state: 'detached' });
    },
  );

  journey('keeps what was found while the scripts of its parts come', async ({ page, house }) => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(/\/assets\/Findings-.*\.js$/, async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await page.goto(`${house.url}/search?q=wave`, { waitUntil: 'commit' });
    const hit = page.getByRole('main').getByRole('link', { name: 'Where ripples meet' }).first();
    await hit.waitFor();
    // The page itself is taken over and has settled, and its results are not yet.
    await page.waitForFunction(async () => {
      const field = document.querySelector('input[name="q"]');
      if (!field || !Object.keys(field).some((key) => key.startsWith('__react'))) return false;
      for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
      return true;
    });
    expect(await hit.isVisible()).toBe(true);
    letGo();
  });

  journey('answers a press that came before it was taken over', async ({ page, house }) => {
    // The scripts come late, as they do on a slow line.
    await page.route(/\/assets\/entry\.client-.*\.js$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await route.continue();
    });
    await page.goto(`${house.url}/films/lorenz`, { waitUntil: 'commit' });
    await page.getByRole('button', { name: /^Play/ }).click();
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5);
  });

  journey('keeps what was ticked before the boxes were taken over', async ({ page, house }) => {
    await page.route(/\/assets\/Facets-.*\.js$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await route.continue();
    });
    await page.goto(`${house.url}/search?q=wave`, { waitUntil: 'commit' });
    await page.getByRole('checkbox', { name: /^Harmonics/ }).check();
    await page.waitForURL(/\?q=wave&topic=harmonics$/);
  });

  journey(
    'comes whole from the server where its script is no more',
    async ({ page, open }) => {
      await page.route(/\/assets\/PeoplePage-.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
      await open('/');
      await page.getByRole('banner').getByRole('link', { name: 'People' }).click();
      await page.waitForURL(/\/people$/);
      // Without its script it stays as the server made it, and is not loaded again and again.
      await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
      await page.getByRole('heading', { name: 'The reel has torn' }).waitFor({ state: 'detached' });
    },
    { expects: /404|PeoplePage/ },
  );

  journey(
    'stays as it came where the script of a part does not come, and leads on',
    async ({ page, open }) => {
      await page.route(/\/assets\/FilmGrid-.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
      const film = page.getByRole('main').locator('a[href^="/films/"]');
      await open('/films');
      await page.waitForLoadState('networkidle');
      await film.first().waitFor();
      await page.getByRole('contentinfo').getByRole('link', { name: 'Topics' }).click();
      await page.getByRole('main').locator('a[href="/topics/chaos"]').first().click();
      await page.waitForURL(/\/topics\/chaos$/);
      await film.first().waitFor();
    },
    { expects: /404|FilmGrid/ },
  );

  journey(
    'says that it could not be fetched, and comes when there is a line again',
    async ({ page, open }) => {
      await open('/');
      await page.context().setOffline(true);
      try {
        await page.getByRole('banner').getByRole('link', { name: 'People' }).click();
        await page.getByText('Perhaps you are offline').waitFor();
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByText('Perhaps you are offline').waitFor();
      } finally {
        await page.context().setOffline(false);
      }
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    },
    { expects: /ERR_INTERNET_DISCONNECTED|Failed to fetch|PeoplePage/, alone: true },
  );

  journey(
    'reads without scripts, each of them',
    async ({ page, open }) => {
      for (const path of PAGES) {
        await open(path);
        // Not the text of the markup: what is read is what is shown.
        // biome-ignore lint/performance/useDomNodeTextContent: see above
        const words = (await page.getByRole('main').innerText()).trim();
        expect({ path, words: words.length > 80 }).toEqual({ path, words: true });
      }
    },
    { scripts: false },
  );

  for (const path of PAGES)
    journey(
      `looks the same with its own rules as with the whole style sheet: ${path}`,
      async ({ page, house, open }) => {
        const manifest = readFileSync(`${ROOT}web/dist/server/manifest.json`, 'utf8');
        const { file } = (JSON.parse(manifest) as Record<string, { file: string }>)['style.css'] ?? {};
        const sheet = await (await fetch(`${house.url}/${file}`)).text();
        await open(path);
        expect(await page.locator('link[rel="stylesheet"][href*="/style"]').count()).toBe(0);
        const body = page.locator('body');
        expect(await body.evaluate((element) => getComputedStyle(element).fontFamily)).toMatch(/^"?Inter/);
        expect(await changesBy(page, sheet)).toEqual([]);
      },
      { scripts: false },
    );

  journey(
    'answers a search without scripts',
    async ({ page, open }) => {
      await open('/');
      await page.getByRole('searchbox', { name: 'Search' }).fill('butterfly');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/search\?q=butterfly$/);
      await page.getByRole('main').getByRole('link', { name: 'Lorenz’s butterfly' }).first().waitFor();
      const box = page.getByRole('searchbox', { name: /^Search films, articles/ });
      await box.fill('wave');
      await box.press('Enter');
      await page.waitForURL(/\/search\?q=wave$/);
      await page.getByText(/for “wave”/).waitFor();
    },
    { scripts: false },
  );

  journey(
    'leads on to the rest of a list without scripts',
    async ({ page, open }) => {
      await open('/films');
      const first = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
      await page.getByRole('link', { name: /Show more/ }).click();
      await page.waitForURL(/\?after=/);
      const rest = await page.getByRole('main').getByRole('heading').allTextContents();
      expect(rest.filter((title) => first.includes(title))).toEqual([]);
    },
    { scripts: false },
  );

  journey(
    'plays its film without scripts',
    async ({ page, open }) => {
      await open('/films/lorenz?t=6');
      expect(await page.getByRole('button', { name: 'Light or dark' }).isVisible()).toBe(false);
      const film = page.locator('video');
      await film.focus();
      await page.keyboard.press('Space');
      const second = () => film.evaluate((element: HTMLVideoElement) => element.currentTime);
      const played = () =>
        film.evaluate(({ played: parts }: HTMLVideoElement) => (parts.length > 0 ? parts.start(0) : -1));
      for (let look = 0; look < 50 && (await second()) <= 6.5; look += 1) await page.waitForTimeout(200);
      expect(await second()).toBeGreaterThan(6.5);
      expect(await played()).toBeGreaterThan(5.9);
      expect(await film.locator('track[kind="captions"]').count()).toBeGreaterThan(0);
    },
    { scripts: false },
  );

  journey(
    'shows what came late without scripts, above its foot',
    async ({ page, house, open }) => {
      await house.faults('search', [{ kind: 'latency', ms: 500 }]);
      try {
        await open('/films/mandelbrot');
      } finally {
        await house.faults('search');
      }
      // One alone: what stood in for it is not shown.
      const late = page.getByRole('heading', { name: 'Close to this' });
      await late.waitFor();
      const foot = await page.getByRole('contentinfo').boundingBox();
      expect((await late.boundingBox())?.y).toBeLessThan(foot?.y ?? 0);
    },
    { scripts: false },
  );
}
