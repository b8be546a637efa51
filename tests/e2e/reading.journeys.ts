import { expect } from '@jest/globals';
import { barriers } from './accessibility.ts';
import type { Journey } from './browser.ts';

const ARTICLE = '/articles/sensitive-dependence';

/** An article's own means: what helps to read it, find one's place in it, take from it, and go on from it. */
export function readingJourneys(journey: Journey): void {
  journey(
    'the contents lead to a part, and tell which part is being read',
    async ({ page, open }) => {
      await open(ARTICLE);
      const contents = page.getByRole('navigation', { name: 'Contents' });
      const parts = await contents.getByRole('link').allTextContents();
      expect(parts.length).toBeGreaterThanOrEqual(3);
      await contents.getByRole('link', { name: parts[1] as string }).click();
      await contents.locator('[aria-current]', { hasText: parts[1] as string }).waitFor();
      const heading = page.getByRole('heading', { level: 2, name: parts[1] as string });
      expect(new URL(page.url()).hash).toBe(`#${await heading.getAttribute('id')}`);
      const top = await heading.evaluate((one) => one.getBoundingClientRect().top);
      expect(top).toBeGreaterThan(0);
      expect(top).toBeLessThan(300);
      const last = contents.getByRole('link', { name: parts.at(-1) as string });
      await last.click();
      await last.and(page.locator('[aria-current]')).waitFor();
      await page.goBack();
      await page.waitForFunction(
        (id) => {
          const place = document.getElementById(id ?? '')?.getBoundingClientRect().top ?? 0;
          return place > 0 && place < 300;
        },
        await heading.getAttribute('id'),
      );
      await page.evaluate(() => scrollTo(0, 0));
      await contents.locator('[aria-current]').waitFor({ state: 'detached' });
    },
    { width: 1500 },
  );

  journey('a note can be read at its mark, by pointer and by keyboard', async ({ page, open }) => {
    await open(ARTICLE);
    const mark = page.getByRole('link', { name: 'Note 1', exact: true });
    const preview = page.locator('[data-preview="1"]');
    await mark.scrollIntoViewIfNeeded();
    await mark.hover();
    await preview.getByText('symposium in Tokyo').waitFor();
    await preview.hover();
    expect(await preview.isVisible()).toBe(true);
    await page.mouse.move(0, 0);
    await preview.waitFor({ state: 'detached' });
    // Who came by a key is shown where they are.
    await page.keyboard.press('Tab');
    await mark.focus();
    await preview.waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'detached' });
  });

  journey('a figure can be seen as large as the window, and put away again', async ({ page, open }) => {
    await open(ARTICLE);
    const figure = page
      .getByRole('figure')
      .filter({ hasText: 'Above, one variable of the Lorenz equations' });
    const press = figure.getByRole('link').first();
    await press.click();
    const dialog = page.getByRole('dialog');
    const picture = dialog.getByRole('img');
    await picture.waitFor();
    const { width } = (await picture.boundingBox()) ?? { width: 0 };
    expect(width).toBeGreaterThan(1000);
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await press.evaluate((one) => one === document.activeElement)).toBe(true);
  });

  journey('a program says what it is written in, and can be copied whole', async ({ page, open }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(ARTICLE);
    const listing = page.getByRole('figure', { name: 'Program in JavaScript' });
    await listing.getByRole('button', { name: 'Copy' }).click();
    await listing.getByText('Copied').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await listing.locator('code').textContent());
  });

  journey('at the end there is more to read, and never the same again', async ({ page, open }) => {
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

  journey(
    'on paper an article is its words, a film its transcript, each source its address',
    async ({ page, open }) => {
      await open(ARTICLE);
      await page.emulateMedia({ media: 'print' });
      for (const chrome of [
        page.getByRole('banner'),
        page.getByRole('contentinfo'),
        page.getByText('Copy').first(),
      ])
        expect(await chrome.isVisible()).toBe(false);
      expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
      await open('/films/lorenz');
      const address = await page
        .locator('main a[href^="https://doi.org"]')
        .first()
        .evaluate((one) => getComputedStyle(one, '::after').content);
      expect(address).toContain('https://doi.org/');
      const words = page.getByText('only the future of any one thread is lost');
      expect(await words.isVisible()).toBe(true);
    },
  );
}
