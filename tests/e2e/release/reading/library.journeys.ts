import { readFile } from 'node:fs/promises';
import { expect } from '@jest/globals';
import { listOf } from '../../reading/library.journeys.ts';
import type { Journey } from '../../support/setUpJourneys.ts';

const ARTICLE = '/articles/sensitive-dependence';
const TITLE = 'Three digits short';

/** Tests of articles in the library, and of its export and import. */
export function libraryReleaseJourneys(journey: Journey): void {
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
