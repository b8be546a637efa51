import { readFile } from 'node:fs/promises';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { violationsInBothThemes } from '../support/accessibility.ts';
import { scrollThroughText, waitForPosition } from '../support/articlePage.ts';
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
    await scrollThroughText(page, 1);
    await open('/library');
    await listOf(page, 'Articles you read').getByText('Read today').waitFor();
    expect(await listOf(page, 'Continue reading').count()).toBe(0);
  });

  journey('keeps the position of an article that is left at once after a scroll', async ({ page, open }) => {
    await open(ARTICLE);
    await page.evaluate(() => {
      const { top, height } = (
        document.getElementById('article-text') as HTMLElement
      ).getBoundingClientRect();
      scrollTo(0, scrollY + top + height / 2 - innerHeight / 2);
      location.assign('/library');
    });
    await listOf(page, 'Continue reading')
      .getByText(/^(49|50|51)% read$/)
      .waitFor();
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

  journey(
    'counts days in the time zone of the reader',
    async ({ page, open }) => {
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setTimezoneOverride', { timezoneId: 'America/Los_Angeles' });
      await page.clock.setFixedTime('2026-03-01T22:00:00Z');
      await open(ARTICLE);
      await page.getByRole('button', { name: 'Save for later' }).click();
      await page.clock.setFixedTime('2026-03-02T01:00:00Z');
      await open('/library');
      await listOf(page, 'Saved articles').getByText('Saved today').waitFor();
    },
    { isIsolated: true },
  );

  journey('is exported to a file and merged from it in another browser', async ({ page, open }) => {
    await open(ARTICLE);
    await page.getByRole('button', { name: 'Save for later' }).click();
    await open('/films/boids');
    await page.getByRole('button', { name: /^Watch later.*Nobody leads/ }).click();
    await open('/library');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('moving-figures-library.json');
    const text = await readFile(await saved.path(), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ version: 1, films: [{}], articles: [{ title: TITLE }] });

    await page.evaluate(() => localStorage.clear());
    await open('/articles/two-forks');
    await page.getByRole('button', { name: 'Save for later' }).click();
    await open('/library');
    const input = page.getByLabel('Import');
    const choose = (content: string) =>
      input.setInputFiles({
        name: 'library.json',
        mimeType: 'application/json',
        buffer: Buffer.from(content),
      });
    await choose('{}');
    await page.getByRole('alert').getByText('This file is not a library').waitFor();
    await choose(text);
    await page.getByText('Imported 1 film and 1 article.').waitFor();
    expect(await listOf(page, 'Saved articles').getByRole('article').count()).toBe(2);
    await listOf(page, 'Saved for later').getByRole('link', { name: 'Nobody leads' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await listOf(page, 'Saved for later').waitFor({ state: 'detached' });
    expect(await listOf(page, 'Saved articles').getByRole('article').count()).toBe(1);
  });
}

const listOf = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });
