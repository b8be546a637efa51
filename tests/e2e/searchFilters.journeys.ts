import { expect } from '@jest/globals';
import { violationsInBothThemes } from './support/accessibility.ts';
import {
  firstNumber,
  queryStringOf,
  resultTypeLink,
  statusOf,
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

  journey('collapse a long list of topics and search in it', async ({ page, open }) => {
    await open('/search?type=article');
    await page.getByRole('button', { name: /^Show all \d+$/ }).click();
    const last = page.getByRole('checkbox').last();
    const name = /^\p{L}+/u.exec((await last.locator('xpath=..').textContent()) ?? '')?.[0] ?? '';
    await page.getByRole('searchbox', { name: 'Filter topics' }).fill(name.slice(1, 6).toUpperCase());
    expect(await page.getByRole('checkbox').count()).toBe(1);
    await topicCheckbox(page, name).check();
    await page.waitForURL(new RegExp(`topic=${name.toLowerCase()}`));
  });

  journey('change the year range by keyboard, as one history entry', async ({ page, open }) => {
    await open('/search?type=film');
    const all = await waitForStatus(page, /films/);
    // On a slow device a key press precedes the rendering of the previous one.
    await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 6 });
    const from = page.getByRole('slider', { name: 'From year' });
    await from.focus();
    const first = Number(await from.getAttribute('aria-valuetext'));
    await page.keyboard.press('ArrowRight');
    await page.waitForURL((url) => url.searchParams.get('from') === String(first + 1));
    await page.keyboard.press('End');
    await page.waitForURL((url) => Number(url.searchParams.get('from')) > first + 1);
    const latest = Number(new URL(page.url()).searchParams.get('from'));
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL((url) => url.search === `?type=film&from=${latest - 2}`);
    await statusOf(page)
      .filter({ hasNotText: `${all} films` })
      .waitFor();
    expect(await from.getAttribute('aria-valuetext')).toMatch(/^20\d\d$/);
    await page.goBack();
    expect(await waitForStatus(page, new RegExp(`^${all} films`))).toBe(all);
  });

  journey(
    'open in a dialog on a phone, with the number of results on its button',
    async ({ page, open }) => {
      await open('/search?q=wave');
      await page.getByRole('button', { name: /^Filters/ }).tap();
      const dialog = page.getByRole('dialog', { name: 'Filters' });
      await dialog.getByText('Harmonics').tap();
      await page.waitForURL(/topic=harmonics/);
      const show = dialog.getByRole('button', { name: /^Show \d+ results/ });
      await show.waitFor();
      expect(await violationsInBothThemes(page)).toEqual([]);
      await show.tap();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Remove Harmonics' }).waitFor();
    },
    { width: 360, height: 740, isTouch: true },
  );
}
