import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { horizontalOverflow, violationsInBothThemes } from './accessibility.ts';
import type { Journey, JourneyContext } from './setUpJourneys.ts';

/** Declares the journeys that each page of a site passes: without accessibility violations, and in a narrow window. */
export function declareLayoutJourneys(journey: Journey, paths: readonly string[]): void {
  const checkEach =
    (check: (page: Page) => Promise<unknown>) =>
    async ({ page, stack }: JourneyContext) => {
      for (const path of paths) {
        await page.goto(`${stack.url}${path}`);
        expect([path, await check(page)]).toEqual([path, []]);
      }
    };
  journey('has no accessibility violations', checkEach(violationsInBothThemes));
  journey('fits a window of 320 pixels', checkEach(horizontalOverflow), { width: 320, height: 640 });
}

/** Returns whether a page is drawn in dark colors. */
export const isDark = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const [red = 0] = getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? [];
    return Number(red) < 128;
  });
