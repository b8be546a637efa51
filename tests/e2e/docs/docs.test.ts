import { describe, expect } from '@jest/globals';
import { violationsInBothThemes } from '../support/accessibility.ts';
import { declareLayoutJourneys, isDark } from '../support/layoutJourneys.ts';
import { setUpJourneys } from '../support/setUpJourneys.ts';

const journey = setUpJourneys();

const PAGES = ['/docs/first-request', '/docs/find?q=cursor'];

describe('documentation', () => {
  declareLayoutJourneys(journey, PAGES);

  journey('shows the chosen client in all examples, also of the next page', async ({ page, stack }) => {
    await page.goto(`${stack.url}/docs/first-request`);
    await page.getByText('Python', { exact: true }).first().click();
    await page.getByText('import json, urllib.request').nth(1).waitFor();
    await page.getByRole('link', { name: 'Filters and nulls' }).first().click();
    await page.getByText('import json, urllib.request').first().waitFor();
  });

  journey('has a theme that is chosen by keyboard, and kept by the next page', async ({ page, stack }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(`${stack.url}/docs/first-request`);
    expect(await isDark(page)).toBe(false);
    const button = page.getByRole('button', { name: 'Theme' });
    await button.press('Enter');
    const system = page.getByRole('radio', { name: 'System' });
    expect(await system.isChecked()).toBe(true);
    expect(await violationsInBothThemes(page, '#site-theme')).toEqual([]);
    await system.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
    expect(await isDark(page)).toBe(true);
    await page.keyboard.press('Escape');
    await system.waitFor({ state: 'hidden' });

    // The first paint has the theme: it does not wait for the script of the page.
    await page.route('**/site-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }), {
      times: 1,
    });
    await page.goto(`${stack.url}/docs/filters`);
    expect(await isDark(page)).toBe(true);
    await page.emulateMedia({ media: 'print' });
    expect(await isDark(page)).toBe(false);
  });

  journey('finds while typing, by keyboard alone', async ({ page, stack }) => {
    await page.goto(`${stack.url}/docs/api`);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('rate limit');
    await page
      .getByRole('status')
      .getByText(/\d+ results/)
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/(?!api)/);
  });
});
