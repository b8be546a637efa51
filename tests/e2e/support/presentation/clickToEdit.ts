import type { Locator, Page } from 'playwright-core';

/** Clicks an element as an editor does, and returns the field that the Studio opens. */
export async function clickToEdit(page: Page, element: Locator): Promise<unknown> {
  const before = await page.evaluate(() => window.studio.focused.length);
  await element.scrollIntoViewIfNeeded();
  await element.hover({ force: true });
  await element.click({ force: true });
  await page.waitForFunction((count) => window.studio.focused.length > count, before);
  return page.evaluate(() => window.studio.focused.at(-1));
}
