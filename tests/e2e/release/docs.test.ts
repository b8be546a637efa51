import { describe, expect } from '@jest/globals';
import { declareLayoutJourneys, isDark } from '../support/layoutJourneys.ts';
import { setUpJourneys } from '../support/setUpJourneys.ts';

const journey = setUpJourneys();

const PAGES = ['/docs/errors', '/docs/changelog', '/docs/reference/Film'];

describe('documentation', () => {
  declareLayoutJourneys(journey, PAGES);

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
