import { readFile } from 'node:fs/promises';
import { expect } from '@jest/globals';
import { accessibilityViolations } from '../../support/accessibility.ts';
import type { Journey } from '../../support/setUpJourneys.ts';

const ARTICLE = '/articles/sensitive-dependence';

/** Tests of the contents, reading progress, citation, download, enlarged figures, code listings, related articles and print style of an article. */
export function articleToolsReleaseJourneys(journey: Journey): void {
  journey(
    'reading progress: a line shows it, without motion for readers who want none',
    async ({ page, open }) => {
      await open(ARTICLE);
      const line = page.locator('[data-reading-progress]');
      const scale = () =>
        line.evaluate((element) => Number(/\(([\d.]+)/.exec(getComputedStyle(element).transform)?.[1]));
      expect(await scale()).toBe(0);
      await page.locator('#article-text').getByRole('heading').last().scrollIntoViewIfNeeded();
      await page.waitForFunction(() => {
        const element = document.querySelector('[data-reading-progress]') as HTMLElement;
        return Number(/\(([\d.]+)/.exec(getComputedStyle(element).transform)?.[1]) > 0.3;
      });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      expect(await line.isVisible()).toBe(false);
    },
  );

  journey('citation: is copied as text and as BibTeX', async ({ page, stack, open }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(ARTICLE);
    await page.getByRole('button', { name: 'Cite' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cite' });
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Copy as text' }).click();
    await dialog.getByRole('status').first().getByText('Copied').waitFor();
    const address = `${stack.url}${ARTICLE}`;
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      new RegExp(`^.+, “Three digits short”, Moving Figures, 2 March 2026, ${address}$`),
    );
    await dialog.getByRole('button', { name: 'Copy as BibTeX' }).click();
    await dialog.getByRole('status').last().getByText('Copied').waitFor();
    const bibtex = await page.evaluate(() => navigator.clipboard.readText());
    expect(bibtex).toMatch(/^@misc\{sensitive-dependence-2026,/);
    expect(bibtex).toContain(`url = {${address}}`);
  });

  journey('code listings: name their language and copy the whole code', async ({ page, open }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(ARTICLE);
    const listing = page.getByRole('figure', { name: 'Code in JavaScript' });
    await listing.getByRole('button', { name: 'Copy' }).click();
    await listing.getByText('Copied').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await listing.locator('code').textContent());
  });

  journey('related articles: list three other articles', async ({ page, open }) => {
    await open(ARTICLE);
    const next = page
      .getByRole('region', { name: 'Read next' })
      .or(page.locator('section').filter({ has: page.getByRole('heading', { name: 'Read next' }) }));
    const titles = await next.getByRole('article').getByRole('heading').allTextContents();
    expect(titles).toHaveLength(3);
    expect(titles).not.toContain('Three digits short');
    await next.getByRole('link', { name: titles[0] as string }).click();
    await page.getByRole('heading', { level: 1, name: titles[0] as string }).waitFor();
  });

  journey('download: saves the article as Markdown', async ({ page, stack, open }) => {
    await open(ARTICLE);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download as Markdown' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('sensitive-dependence.md');
    const text = await readFile(await saved.path(), 'utf8');
    expect(text).toMatch(/^# Three digits short\n/);
    for (const part of ['\n## ', '\n```js\n', '\n$$\n', '\n[^1]: ', `](${stack.url}/people/edward-lorenz)`])
      expect(text).toContain(part);
  });
}
