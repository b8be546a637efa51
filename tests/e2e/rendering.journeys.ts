import { expect } from '@jest/globals';
import { waitForFrames } from './support/accessibility.ts';
import { noScriptChecks } from './support/noScriptChecks.ts';
import { holdScript } from './support/pageScripts.ts';
import { waitForHydration } from './support/playerPage.ts';
import { recordOperations } from './support/recordOperations.ts';
import type { Journey } from './support/setUpJourneys.ts';

/** Paths of pages with most of the components. */
const PAGE_PATHS = [
  '/',
  '/films/lorenz',
  '/articles/sensitive-dependence',
  '/people/edward-lorenz',
  '/search?q=wave',
];

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
