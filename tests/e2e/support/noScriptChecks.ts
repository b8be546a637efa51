import { readFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ROOT } from '../../support/stack.ts';
import type { Journey } from './setUpJourneys.ts';

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

/** Declares a journey for each path: the page has its content without scripts, and its critical CSS is complete. */
export function noScriptChecks(journey: Journey, paths: readonly string[]): void {
  for (const path of paths)
    journey(
      `${path} without scripts: has its content, and looks the same with the whole style sheets`,
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
        expect((await page.getByRole('main').first().innerText()).trim().length).toBeGreaterThan(80);
        expect(await page.locator('link[rel="stylesheet"]').count()).toBe(0);
        const body = page.locator('body');
        expect(await body.evaluate((element) => getComputedStyle(element).fontFamily)).toMatch(/^"?Inter/);
        expect(await styleChangesBy(page, sheets.join('\n'))).toEqual([]);
      },
      { javaScriptEnabled: false },
    );
}
