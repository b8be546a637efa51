import { expect } from '@jest/globals';
import {
  firstNumber,
  queryStringOf,
  resultTypeLink,
  topicCheckbox,
  waitForStatus,
} from './support/searchPage.ts';
import type { Journey } from './support/setUpJourneys.ts';

/** Tests of the filters of the search page: result types, topics and years. */
export function searchFiltersJourneys(journey: Journey): void {
  journey('filter by result type and topic, and step back through the history', async ({ page, open }) => {
    await open('/search?q=wave');
    const total = await waitForStatus(page, /results/);
    const filmCount = firstNumber(await resultTypeLink(page, 'Films').textContent());
    await resultTypeLink(page, 'Films').click();
    expect(await waitForStatus(page, /films for/)).toBe(filmCount);
    expect(await page.getByRole('main').getByRole('article').count()).toBe(filmCount);
    const label = page.locator('label').filter({ has: topicCheckbox(page, 'Harmonics') });
    const topicCount = firstNumber(await label.textContent());
    await topicCheckbox(page, 'Harmonics').check();
    await page.waitForURL(/topic=harmonics/);
    expect(await waitForStatus(page, new RegExp(`^${topicCount} film`))).toBe(topicCount);
    await page.goBack();
    expect(await waitForStatus(page, new RegExp(`^${filmCount} films`))).toBe(filmCount);
    expect(await topicCheckbox(page, 'Harmonics').isChecked()).toBe(false);
    await page.goBack();
    expect(await waitForStatus(page, /results/)).toBe(total);
    await page.goForward();
    await waitForStatus(page, /films for/);
    expect(queryStringOf(page)).toBe('?q=wave&type=film');
  });

  journey('list the active filters, also those without results, and remove them', async ({ page, open }) => {
    await open('/search?q=lorenz&topic=resonance&topic=chaos&from=1900');
    const activeFilters = page.getByRole('list', { name: 'Active filters' });
    await activeFilters.getByRole('link', { name: 'Remove Chaos' }).waitFor();
    expect(await topicCheckbox(page, 'Resonance').isChecked()).toBe(true);
    expect(queryStringOf(page)).toBe('?q=lorenz&topic=chaos&topic=resonance&from=1900');
    await activeFilters.getByRole('link', { name: 'Remove Resonance' }).click();
    await page.waitForURL((url) => url.search === '?q=lorenz&topic=chaos&from=1900');
    await activeFilters.getByRole('link', { name: 'Clear filters' }).click();
    await page.waitForURL((url) => url.search === '?q=lorenz');
    await activeFilters.waitFor({ state: 'detached' });
  });

  journey('show a choice in every frame while its results load', async ({ page, open }) => {
    await open('/search?q=wave');
    await waitForStatus(page, /results/);
    const frames = await topicCheckbox(page, 'Harmonics').evaluate(async (checkbox: HTMLInputElement) => {
      const checked: boolean[] = [];
      checkbox.click();
      while (!location.search.includes('topic=harmonics')) {
        await new Promise(requestAnimationFrame);
        checked.push(checkbox.checked);
      }
      return checked;
    });
    expect(frames).not.toContain(false);
  });

  journey('move the focus to the page when the link that had it disappears', async ({ page, open }) => {
    const isMainFocused = () => page.waitForFunction(() => document.activeElement?.id === 'main');
    await open('/search?q=lorenz&topic=chaos&from=1900');
    await page.getByRole('link', { name: 'Remove Chaos' }).press('Enter');
    await page.waitForURL((url) => url.search === '?q=lorenz&from=1900');
    await isMainFocused();
    await open('/search?q=wave');
    await waitForStatus(page, /results/);
    await page
      .getByRole('link', { name: /^All \d+ [a-z]/ })
      .first()
      .press('Enter');
    await page.waitForURL(/type=/);
    await isMainFocused();
  });
}
