import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { recordOperations } from '../support/recordOperations.ts';
import type { Journey } from '../support/setUpJourneys.ts';

const titles = (page: Page) =>
  page.getByRole('main').getByRole('article').getByRole('heading', { level: 2 }).allTextContents();
export const filters = (page: Page) => page.getByRole('form', { name: 'Filters' });
export const search = (page: Page) => new URL(page.url()).search;

/** Tests of the list of films: its filters, its order, its pages and the timeline. */
export function filmListJourneys(journey: Journey): void {
  journey('filters by topic, length and years, and says how many films match', async ({ page, open }) => {
    await open('/films');
    const count = filters(page).getByRole('status');
    expect(await count.textContent()).toBe('15 films');
    await filters(page).getByLabel('Topic').selectOption({ label: 'Waves (4)' });
    await page.waitForURL('**/films?topic=waves');
    await count.getByText('4 of 15 films').waitFor();
    await filters(page).getByLabel('From year').fill('1800');
    await page.keyboard.press('Tab');
    // A navigation that the next one interrupts has no entry in the history.
    await page.waitForURL('**/films?topic=waves&from=1800');
    await filters(page).getByLabel('To year').fill('1830');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/films?topic=waves&from=1800&to=1830');
    await count.getByText('2 of 15 films').waitFor();
    await page.waitForFunction(() => document.querySelectorAll('main article').length === 2);
    expect(await titles(page)).toEqual(['Wheels within wheels', 'Where ripples meet']);
    await page.getByText('First described 1822').waitFor();
    await filters(page).getByRole('link', { name: 'Clear filters' }).click();
    await count.getByText('15 films', { exact: true }).waitFor();
    expect(search(page)).toBe('');
    await page.goBack();
    await count.getByText('2 of 15 films').waitFor();
    await page.goBack();
    await page.waitForURL('**/films?topic=waves&from=1800');
    expect(await filters(page).getByLabel('To year').inputValue()).toBe('');
  });

  journey('shows a choice in every frame while its films load', async ({ page, open }) => {
    await open('/films');
    const topic = filters(page).getByLabel('Topic');
    const frames = await topic.evaluate(async (select: HTMLSelectElement) => {
      const values: string[] = [];
      select.value = 'waves';
      select.dispatchEvent(new Event('change', { bubbles: true }));
      while (!location.search.includes('topic=waves')) {
        values.push(select.value);
        await new Promise(requestAnimationFrame);
      }
      return values;
    });
    expect(new Set(frames)).toEqual(new Set(['waves']));
    await filters(page).getByRole('status').getByText('4 of 15 films').waitFor();
    await page.goBack();
    await page.waitForFunction(() => document.querySelector('select')?.value === '');
  });

  journey('keeps the focus in a year, and moves it to the page after “Clear filters”', async (context) => {
    const { page, open } = context;
    await open('/films');
    const year = filters(page).getByLabel('From year');
    await year.fill('1900');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/films?from=1900');
    const clear = filters(page).getByRole('link', { name: 'Clear filters' });
    await clear.waitFor();
    expect(await year.evaluate((element) => element === document.activeElement)).toBe(true);
    await clear.press('Enter');
    await clear.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.id === 'main');
    expect(await year.inputValue()).toBe('');
  });

  journey(
    'renders a filtered list on the server, and loads nothing to hydrate it',
    async ({ page, open }) => {
      const operations = recordOperations(page);
      await open('/films?topic=chaos&order=year');
      expect(operations).toEqual([]);
      expect((await titles(page)).at(0)).toBe('The second arm');
      expect(await filters(page).getByLabel('Topic').inputValue()).toBe('chaos');
    },
  );

  journey(
    'filters and orders with a form, and has no second page for a few films, without scripts',
    async ({ page, open }) => {
      await open('/films');
      expect(await titles(page)).toHaveLength(15);
      expect(await page.getByRole('link', { name: 'Load more films' }).count()).toBe(0);
      await filters(page).getByLabel('Topic').selectOption('harmonics');
      await filters(page).getByLabel('To year').fill('1850');
      await filters(page).getByRole('button', { name: 'Apply' }).click();
      await page.waitForURL('**/films?topic=harmonics&to=1850');
      expect(await titles(page)).toEqual(['Wheels within wheels']);
    },
    { javaScriptEnabled: false },
  );
}
