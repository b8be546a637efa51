import type { Page } from 'playwright-core';

/** The budget of a page. */
export const MAX_LAYOUT_SHIFT = 0.02;

/**
 * Records the layout shifts of the pages that are opened next. Returns a function with their sum on the current page
 * (https://web.dev/articles/cls, without session windows).
 */
export async function recordLayoutShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { layoutShift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as { layoutShift: number }).layoutShift += (
          entry as unknown as { value: number }
        ).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { layoutShift: number }).layoutShift);
}
