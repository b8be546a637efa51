import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { barriersInAnyLight, overhang, settled } from './accessibility.ts';
import type { Journey } from './browser.ts';

const box = (page: Page) => page.getByRole('combobox', { name: 'Search' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
const PHONE = { width: 360, height: 740, touch: true } as const;

/** Goes down the list until this suggestion is marked. */
async function markByKeyboard(page: Page, words: string): Promise<void> {
  const wanted = options(page).filter({ hasText: words }).first();
  await wanted.waitFor();
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('ArrowDown');
    if ((await wanted.getAttribute('aria-selected')) === 'true') return;
  }
  throw new Error(`expected the arrow keys to reach “${words}”, they did not`);
}

/** The way to what a reader looks for, from wherever they are. */
export function findingJourneys(journey: Journey): void {
  journey('suggestions stand in groups, and are chosen by keyboard alone', async ({ page, open }) => {
    await open('/articles');
    await page.keyboard.press('/');
    await box(page).waitFor();
    await page.keyboard.type('butter', { delay: 30 });
    await page.getByRole('group', { name: 'Films' }).getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await options(page).first().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => (document.activeElement as HTMLInputElement | null)?.value === '');
    await page.keyboard.type('butter', { delay: 30 });
    await markByKeyboard(page, 'Lorenz’s butterfly');
    expect(await barriersInAnyLight(page)).toEqual([]);
    const unnamed = options(page).filter({ hasNotText: /butter/i });
    expect(await unnamed.allTextContents()).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Lorenz’s butterfly' }).waitFor();
  });

  journey('a moment that is suggested opens the film at its second', async ({ page, open }) => {
    await open('/people');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('golden thread', { delay: 20 });
    await page
      .getByRole('group', { name: 'Moments' })
      .getByRole('option', { name: /golden thread/ })
      .first()
      .click();
    await page.waitForURL(/\/films\/lorenz\?t=\d+$/);
  });

  journey(
    'Enter without a choice searches for the words, and they are remembered',
    async ({ page, open }) => {
      await open('/people');
      await page.keyboard.press('/');
      await page.keyboard.type('wave', { delay: 30 });
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => `${url.pathname}${url.search}` === '/search?q=wave');
      await page
        .getByRole('main')
        .getByRole('status')
        .getByText(/for “wave”/)
        .waitFor();
      await open('/films');
      await page.keyboard.press('/');
      await options(page).filter({ hasText: 'wave' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Delete');
      await options(page).filter({ hasText: 'wave' }).waitFor({ state: 'detached' });
      await open('/search');
      expect(await page.getByText('You sought').count()).toBe(0);
    },
  );

  journey(
    'on a phone the search link opens a sheet, and a touch on a suggestion its page',
    async ({ page, open }) => {
      await open('/films');
      await page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: 'Search' }).tap();
      const sheet = page.getByRole('dialog', { name: 'Search' });
      await sheet.waitFor();
      await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
      await sheet.getByRole('option', { name: 'golden thread' }).waitFor();
      await page.keyboard.type('turing', { delay: 30 });
      await sheet.getByRole('group', { name: 'People' }).getByRole('option').first().waitFor();
      expect(await overhang(page)).toEqual([]);
      expect(await barriersInAnyLight(page)).toEqual([]);
      await sheet
        .getByRole('option', { name: /Turing$/ })
        .first()
        .tap();
      await page.getByRole('heading', { level: 1, name: /Turing/ }).waitFor();
      expect(await sheet.count()).toBe(0);
    },
    PHONE,
  );

  journey(
    'on a phone the search is narrowed in a sheet whose button tells how much fits',
    async ({ page, open }) => {
      await open('/search?q=wave');
      await page.getByRole('button', { name: 'Narrow' }).tap();
      const sheet = page.getByRole('dialog', { name: 'Narrow the search' });
      await sheet.getByText('Harmonics').tap();
      await page.waitForURL(/topic=harmonics/);
      const show = sheet.getByRole('button', { name: /^Show \d+ results/ });
      await show.waitFor();
      expect(await barriersInAnyLight(page)).toEqual([]);
      await show.tap();
      await sheet.waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Remove Harmonics' }).waitFor();
    },
    PHONE,
  );

  journey(
    'without a script a search is a form, and its address gives the same page',
    async ({ page, house }) => {
      const context = await page.context().browser()?.newContext({ javaScriptEnabled: false });
      if (!context) throw new Error('expected a browser to open another window in, found none');
      try {
        const plain = await context.newPage();
        await plain.goto(`${house.url}/search`);
        await plain.getByRole('searchbox', { name: /^Search films/ }).fill('wave');
        await plain.getByRole('button', { name: 'Search' }).click();
        await plain.getByText(/results .*for “wave”/).waitFor();
        expect(new URL(plain.url()).search).toBe('?q=wave');
        await plain.getByRole('checkbox', { name: /^Harmonics/ }).check();
        await plain.getByLabel('to', { exact: true }).fill('1830');
        await plain.getByRole('button', { name: 'Show what fits' }).click();
        await plain.getByRole('link', { name: 'Remove Harmonics' }).waitFor();
        expect(new URL(plain.url()).search).toBe('?q=wave&topic=harmonics&to=1830');
        await plain.getByRole('link', { name: 'Wheels within wheels' }).first().waitFor();
        await plain.goto(`${house.url}/search?q=the&type=moment&page=2`);
        expect(
          await plain
            .getByRole('main')
            .getByRole('link', { name: /^From / })
            .count(),
        ).toBeGreaterThan(24);
      } finally {
        await context.close();
      }
    },
  );

  journey(
    'every state of a search can be used by everybody, and fits a narrow window',
    async ({ page, open }) => {
      const states = ['/search', '/search?q=wave&from=1800', '/search?q=the&type=moment'];
      for (const path of states) {
        await page.setViewportSize({ width: 1280, height: 900 });
        await open(path);
        await page.getByRole('main').getByRole('link').nth(3).waitFor();
        await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
        expect([path, await barriersInAnyLight(page)]).toEqual([path, []]);
        await page.setViewportSize({ width: 320, height: 640 });
        await settled(page);
        expect([path, await overhang(page)]).toEqual([path, []]);
      }
    },
  );
}
