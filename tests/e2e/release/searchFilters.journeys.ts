import { expect } from '@jest/globals';
import { violationsInBothThemes } from '../support/accessibility.ts';
import { statusOf, topicCheckbox, waitForStatus } from '../support/searchPage.ts';
import type { Journey } from '../support/setUpJourneys.ts';

/** Tests of the filters of the search page: result types, topics and years. */
export function searchFiltersReleaseJourneys(journey: Journey): void {
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
