import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { violationsInBothThemes } from '../support/accessibility.ts';
import { scrollThroughText, waitForPosition } from '../support/articlePage.ts';
import { MAX_LAYOUT_SHIFT, recordLayoutShift } from '../support/layoutShift.ts';
import type { Journey } from '../support/setUpJourneys.ts';

const ARTICLE = '/articles/sensitive-dependence';
const TITLE = 'Three digits short';

/** Tests of articles in the library, and of its export and import. */
export function libraryJourneys(journey: Journey): void {
  journey('continues an article at the position of the last visit', async ({ page, open }) => {
    await open(ARTICLE);
    await scrollThroughText(page, 0.5);
    await open('/library');
    const list = listOf(page, 'Continue reading');
    await list.getByText(/^(49|50|51)% read$/).waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await list.getByRole('link', { name: `Continue ${TITLE}` }).click();
    await page.waitForURL(/#continue$/);
    await waitForPosition(page, 0.5);
    await open(ARTICLE);
    await page.getByRole('button', { name: /^Continue at (49|50|51)%$/ }).click();
    await waitForPosition(page, 0.5);
  });

  journey(
    'counts an article as read at its end after some time, and not after a jump to the end',
    async ({ page, open }) => {
      await page.clock.install();
      await open(ARTICLE);
      await page.keyboard.press('End');
      await page.waitForFunction(() => {
        const text = document.getElementById('article-text');
        return text && text.getBoundingClientRect().bottom <= innerHeight;
      });
      await page.clock.runFor(2_000);
      expect(await page.evaluate(() => localStorage.getItem('reading-history') ?? '')).not.toContain(
        '"isRead":true',
      );
      await page.clock.runFor(120_000);
      await open('/library');
      await listOf(page, 'Articles you read').getByText('Read today').waitFor();
      expect(await listOf(page, 'Continue reading').count()).toBe(0);
    },
    { isIsolated: true },
  );

  journey('home page: continues an article, without layout shift', async ({ page, open }) => {
    await open(ARTICLE);
    await scrollThroughText(page, 0.4);
    const layoutShift = await recordLayoutShift(page);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await open('/');
      await listOf(page, 'Continue reading')
        .getByText(/^(39|40|41)% read$/)
        .waitFor();
      expect(await layoutShift()).toBeLessThan(MAX_LAYOUT_SHIFT);
    }
    expect(await violationsInBothThemes(page)).toEqual([]);
    await listOf(page, 'Continue reading')
      .getByRole('link', { name: `Continue ${TITLE}` })
      .click();
    await page.waitForURL(/#continue$/);
    await waitForPosition(page, 0.4);
  });

  journey('saves an article for later, and removes it with “Undo”', async ({ page, open }) => {
    await open(ARTICLE);
    await page.getByRole('button', { name: 'Save for later' }).click();
    await page.getByRole('button', { name: 'Saved for later' }).waitFor();
    await open('/library');
    const list = listOf(page, 'Saved articles');
    await list.getByText('Saved today').waitFor();
    await list.getByRole('button', { name: `Remove ${TITLE} from Saved articles` }).click();
    await list.waitFor({ state: 'detached' });
    const undo = page.getByRole('button', { name: 'Undo' });
    expect(await undo.evaluate((element) => element === document.activeElement)).toBe(true);
    await undo.click();
    await list.getByRole('link', { name: TITLE }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  });
}

export const listOf = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });
