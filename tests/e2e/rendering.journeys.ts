import { expect } from '@jest/globals';
import { waitForFrames } from './support/accessibility.ts';
import { noScriptChecks } from './support/noScriptChecks.ts';
import { holdScript } from './support/pageScripts.ts';
import { waitForHydration, waitForPlayback } from './support/playerPage.ts';
import { recordOperations } from './support/recordOperations.ts';
import type { Journey } from './support/setUpJourneys.ts';
import { translatePage } from './support/translatePage.ts';

/** Paths of pages with most of the components. */
const PAGE_PATHS = [
  '/',
  '/films/lorenz',
  '/articles/sensitive-dependence',
  '/people/edward-lorenz',
  '/search?q=wave',
];

/** React renders a part of the page again that was changed before its hydration. */
const LATE_HYDRATION = /React error #418/;

/** Tests of server-rendered pages before and during hydration, with missing scripts, and of critical CSS. */
export function renderingJourneys(journey: Journey): void {
  journey('late content: is hydrated in place without GraphQL queries', async ({ page, stack, open }) => {
    const operations = recordOperations(page);
    await stack.setFaults('search', [{ kind: 'latency', ms: 500 }]);
    try {
      await open('/films/penrose');
      await page.locator('main [aria-busy="true"]').waitFor({ state: 'detached' });
      expect(await page.getByRole('main').getByRole('listitem').count()).toBeGreaterThan(2);
    } finally {
      await stack.setFaults('search');
    }
    expect(operations).toEqual([]);
  });

  journey('search results: stay visible while their script loads', async ({ page, stack }) => {
    const script = await holdScript(page, 'SearchResultsPanel');
    await page.goto(`${stack.url}/search?q=wave`, { waitUntil: 'commit' });
    const hit = page.getByRole('main').getByRole('link', { name: 'Where ripples meet' }).first();
    await hit.waitFor();
    await script.requested;
    await page.locator('html[data-hydrated]').waitFor();
    await waitForHydration(page.getByRole('searchbox', { name: /^Search films, articles/ }));
    await waitForFrames(page);
    expect(await hit.isVisible()).toBe(true);
    script.release();
  });

  journey('search filters: a box that is ticked before hydration applies', async ({ page, stack }) => {
    const script = await holdScript(page, 'Facets');
    await page.goto(`${stack.url}/search?q=wave`, { waitUntil: 'commit' });
    await page.getByRole('checkbox', { name: /^Harmonics/ }).check();
    await script.requested;
    script.release();
    await page.waitForURL(/\?q=wave&topic=harmonics$/);
  });

  journey(
    'a page that the browser translates: searches, and shows each text once',
    async ({ page, open }) => {
      await open('/search?q=flow');
      await translatePage(page);
      const status = page.getByRole('main').getByRole('status').first();
      const field = page.getByRole('searchbox', { name: /^Search films, articles/ });
      for (const query of ['chaos', 'zzzzqq', 'lorenz', 'wave']) {
        await field.fill(query);
        await page.waitForURL((url) => url.searchParams.get('q') === query);
        await status.filter({ hasText: query.toUpperCase() }).waitFor();
        expect(await status.textContent()).not.toMatch(/FLOW/);
      }
      await field.fill('');
      await page.waitForURL(/\/search$/);
      await page.getByRole('heading', { name: 'EXAMPLE SEARCHES' }).waitFor();
    },
    { allowedErrors: LATE_HYDRATION },
  );

  journey(
    'a page that the browser translates: plays a film, and searches its transcript',
    async ({ page, open }) => {
      await open('/films/lorenz');
      await translatePage(page);
      await page.getByRole('button', { name: /^Play/i }).first().click();
      await waitForPlayback(page, 1);
      const field = page.getByRole('searchbox', { name: /transcript/i });
      await field.fill('thread');
      await page.getByText('1 OF 2').waitFor();
      await field.fill('');
      await page.getByText('1 OF 2').waitFor({ state: 'detached' });
      await page.getByRole('heading', { level: 1, name: /^LORENZ/ }).waitFor();
    },
    { allowedErrors: LATE_HYDRATION },
  );

  journey(
    'a page that the browser translates: texts that React moves, and texts beside a translation, appear once',
    async ({ page, open }) => {
      await open('/films');
      const texts = await page.evaluate(async () => {
        const line = document.createElement('p');
        const [first = new Text(), second = new Text()] = ['one', 'two'].map((text) => new Text(text));
        line.append(first, document.createElement('br'), second);
        document.body.append(line);
        const translated = async (...nodes: Text[]) => {
          await new Promise(requestAnimationFrame);
          for (const node of nodes) {
            const font = document.createElement('font');
            font.append(node.data.toUpperCase());
            node.before(font);
            node.remove();
          }
          await new Promise(requestAnimationFrame);
        };
        await translated(first, second);
        // As React does: a text that is inserted and removed at once, texts that change places, and a removal.
        const ghost = new Text('ghost');
        line.insertBefore(ghost, second);
        line.removeChild(ghost);
        line.appendChild(first);
        await translated(first, second);
        line.insertBefore(first, second);
        await translated(first, second);
        line.removeChild(second);
        return line.textContent;
      });
      expect(texts).toBe('ONE');
    },
    { isIsolated: true, allowedErrors: LATE_HYDRATION },
  );

  journey(
    'a page that an extension has changed: keeps the theme of the reader',
    async ({ page, open }) => {
      await page.addInitScript(() => {
        localStorage.setItem('theme', 'dark');
        document.addEventListener('DOMContentLoaded', () =>
          document.querySelector('h1')?.before(document.createElement('mark')),
        );
      });
      await open('/films');
      // React has rendered the page again, without the element.
      expect(await page.locator('mark').count()).toBe(0);
      expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
      expect(await page.locator('meta[data-chosen]').count()).toBe(1);
    },
    { isIsolated: true, allowedErrors: LATE_HYDRATION },
  );

  journey('a click before hydration is repeated when its part hydrates, once', async ({ page, stack }) => {
    const script = await holdScript(page, 'ArticleActions');
    await page.goto(`${stack.url}/articles/sensitive-dependence`, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Save for later' }).click();
    await script.requested;
    await page.locator('html[data-hydrated]').waitFor();
    await waitForFrames(page);
    await page.getByRole('button', { name: 'Save for later' }).waitFor();
    script.release();
    const saved = page.getByRole('button', { name: 'Saved for later' });
    await waitForHydration(saved);
    await waitForFrames(page);
    expect(await saved.isVisible()).toBe(true);
    expect(await page.locator('[data-replay]').count()).toBe(0);
  });

  journey(
    'the search shortcut works before hydration, and the letters after it stay',
    async ({ page, stack }) => {
      const script = await holdScript(page, 'entry.client');
      await page.goto(`${stack.url}/articles`, { waitUntil: 'commit' });
      await script.requested;
      await page.keyboard.type('/wave');
      expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('wave');
      script.release();
      await page.getByRole('option', { name: 'Waves' }).first().waitFor();
      expect(await page.getByRole('combobox', { name: 'Search' }).inputValue()).toBe('wave');
    },
  );

  noScriptChecks(journey, PAGE_PATHS);
}
