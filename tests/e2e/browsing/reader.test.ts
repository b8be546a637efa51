import { describe, expect } from '@jest/globals';
import { declareLayoutJourneys } from '../support/layoutJourneys.ts';
import { setUpJourneys } from '../support/setUpJourneys.ts';

const journey = setUpJourneys({ env: { SITES: 'reader', LOCALES: 'en,de' } });

const PAGES = ['/', '/content/films', '/content/films/lorenz'];

describe('reader', () => {
  declareLayoutJourneys(journey, PAGES);

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
      await page.getByRole('heading', { name: 'Lorenz’s butterfly' }).getByRole('link').waitFor();
    },
    { javaScriptEnabled: false },
  );

  journey('shows a single person with a small portrait', async ({ page, stack }) => {
    await page.goto(`${stack.url}/content/articles/length-of-a-shore`);
    const portrait = await page.locator('.card.person .picture').boundingBox();
    expect(portrait?.width).toBeLessThan(100);
  });

  for (const width of [390, 768, 1440, 2560])
    journey(
      `fills the rows of cards, whatever their number: ${width} px`,
      async ({ page, stack }) => {
        await page.goto(`${stack.url}/content/articles`);
        const gaps = await page.evaluate(() => {
          const list = document.querySelector('.cards') as HTMLElement;
          const all = [...list.children];
          return Array.from({ length: 12 }, (_, index) => {
            list.replaceChildren(...all.slice(0, index + 1));
            const right = list.getBoundingClientRect().right;
            const rows = Map.groupBy(list.children, (card) => Math.round(card.getBoundingClientRect().top));
            return [...rows.values()].map((row) =>
              Math.round(right - (row.at(-1)?.getBoundingClientRect().right ?? 0)),
            );
          }).flat();
        });
        expect(gaps.filter((gap) => gap > 1)).toEqual([]);
      },
      { width, height: 900 },
    );

  journey(
    'has a header of two rows on a phone',
    async ({ page, stack }) => {
      await page.goto(stack.url);
      const header = await page.locator('header').first().boundingBox();
      expect(header?.height).toBeLessThan(130);
      await page.locator('header').getByRole('link', { name: 'Search' }).click();
      await page.getByRole('searchbox').fill('butterfly');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Lorenz’s butterfly' }).getByRole('link').waitFor();
    },
    { width: 390, height: 844 },
  );
});
