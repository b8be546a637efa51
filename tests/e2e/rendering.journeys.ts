import { readFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ROOT } from '../support/stack.ts';
import { waitForFrames } from './support/accessibility.ts';
import { PAGE_PATHS } from './support/pagePaths.ts';
import { holdScript } from './support/pageScripts.ts';
import { waitForHydration } from './support/playerPage.ts';
import { recordOperations } from './support/recordOperations.ts';
import type { Journey } from './support/setUpJourneys.ts';

/**
 * Adds a style sheet to a page and lists the elements and pseudo-elements whose computed style it changes. Both styles
 * are read in one task, so that concurrent loading and animation do not count as changes.
 */
const styleChangesBy = (page: Page, sheet: string): Promise<string[]> =>
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
    return before.flatMap(({ name, declarations }, index) => {
      const other = after[index]?.declarations ?? [];
      const changed = declarations.filter((declaration, position) => declaration !== other[position]);
      return changed.length > 0 || other.length !== declarations.length
        ? [`${name} { ${changed.join('; ')} }`]
        : [];
    });
  }, sheet);

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

  journey('client-side navigation: renders formulas in the browser', async ({ page, open }) => {
    await open('/articles');
    await page.getByRole('main').getByRole('link', { name: 'Three digits short' }).click();
    await page.getByRole('heading', { level: 1, name: 'Three digits short' }).waitFor();
    await page.locator('main math').nth(1).waitFor({ state: 'attached' });
    await page.getByText('…', { exact: true }).first().waitFor({ state: 'detached' });
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

  for (const path of PAGE_PATHS)
    journey(
      `critical CSS: ${path} looks the same with the whole style sheets`,
      async ({ page, stack, open }) => {
        const manifest = JSON.parse(readFileSync(`${ROOT}web/dist/server/manifest.json`, 'utf8')) as Record<
          string,
          { file: string }
        >;
        const sheets = await Promise.all(
          ['style.css', 'late.css'].map(async (key) =>
            (await fetch(`${stack.url}/${manifest[key]?.file}`)).text(),
          ),
        );
        await open(path);
        expect(await page.locator('link[rel="stylesheet"]').count()).toBe(0);
        const body = page.locator('body');
        expect(await body.evaluate((element) => getComputedStyle(element).fontFamily)).toMatch(/^"?Inter/);
        expect(await styleChangesBy(page, sheets.join('\n'))).toEqual([]);
      },
      { javaScriptEnabled: false },
    );
}
