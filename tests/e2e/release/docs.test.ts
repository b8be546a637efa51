import { describe, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { horizontalOverflow, violationsInBothThemes } from '../support/accessibility.ts';
import { setUpJourneys } from '../support/setUpJourneys.ts';

const journey = setUpJourneys();

const PAGES = ['/docs/errors', '/docs/changelog', '/docs/reference/Film'];

/** Returns whether a page is drawn in dark colors. */
const isDark = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const [red = 0] = getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? [];
    return Number(red) < 128;
  });

describe('documentation', () => {
  journey('has no accessibility violations', async ({ page, stack }) => {
    for (const path of PAGES) {
      await page.goto(`${stack.url}${path}`);
      expect([path, await violationsInBothThemes(page)]).toEqual([path, []]);
    }
  });

  journey(
    'fits a window of 320 pixels',
    async ({ page, stack }) => {
      for (const path of PAGES) {
        await page.goto(`${stack.url}${path}`);
        expect([path, await horizontalOverflow(page)]).toEqual([path, []]);
      }
    },
    { width: 320, height: 640 },
  );

  journey(
    'has the theme of the device without a script',
    async ({ page, stack }) => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.goto(`${stack.url}/docs/first-request`);
      expect(await isDark(page)).toBe(true);
      expect(await page.getByRole('button', { name: 'Theme' }).isVisible()).toBe(false);
    },
    { javaScriptEnabled: false },
  );

  journey('copies code', async ({ page, stack }) => {
    await page.goto(`${stack.url}/docs/first-request`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^query Film\(\$slug: String!\)/,
    );
  });

  journey(
    'has tabs and search without a script',
    async ({ page, stack }) => {
      await page.goto(`${stack.url}/docs/first-request`);
      await page.getByText('Python', { exact: true }).first().click();
      await page.getByText('import json, urllib.request').first().waitFor();
      await page.getByRole('searchbox').fill('cursor');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Cursors' }).waitFor();
    },
    { javaScriptEnabled: false },
  );
});
