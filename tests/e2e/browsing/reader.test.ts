import { describe, expect } from '@jest/globals';
import { horizontalOverflow, violationsInBothThemes } from '../support/accessibility.ts';
import { setUpJourneys } from '../support/setUpJourneys.ts';

const journey = setUpJourneys({ env: { SITES: 'reader', LOCALES: 'en,de' } });

const PAGES = ['/', '/content/films', '/content/films/lorenz'];

describe('reader', () => {
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
    'leads from the home page to a document, and finds it, without a script',
    async ({ page, stack }) => {
      await page.goto(stack.url);
      await page.getByRole('link', { name: 'Films' }).first().click();
      await page.getByRole('link', { name: 'Title' }).click();
      await page.getByRole('link', { name: 'Lorenz’s butterfly' }).click();
      await page.getByRole('heading', { level: 1, name: 'Lorenz’s butterfly' }).waitFor();
      await page.getByRole('searchbox').fill('butterfly');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Lorenz’s butterfly' }).waitFor();
    },
    { javaScriptEnabled: false },
  );
});
