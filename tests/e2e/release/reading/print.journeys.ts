import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Journey } from '../../support/setUpJourneys.ts';

/** The size of the text area of an A4 page with the margins of `styles/print.css`, in CSS pixels. */
const PAGE_WIDTH_PX = Math.round(((210 - 32) / 25.4) * 96);

/** Tests of printed articles. */
export function printJourneys(journey: Journey): void {
  for (const path of ['/articles/length-of-a-shore', '/articles/two-forks', '/articles/interference'])
    journey(
      `${path}: blocks do not overlap, and figures do not break`,
      async ({ page, open }) => {
        await open(path);
        await page.emulateMedia({ media: 'print' });
        expect(await overlaps(page)).toEqual([]);
        expect(await breakableFigures(page)).toEqual([]);
        // Chromium lays the pages out, and fails on none.
        expect((await page.pdf({ format: 'A4', printBackground: true })).length).toBeGreaterThan(10_000);
      },
      { width: PAGE_WIDTH_PX, height: 1000 },
    );

  journey('print button: waits for the images below the first view', async ({ page, open }) => {
    await page.addInitScript(() => {
      window.print = () => {
        const missing = [...document.images].filter((image) => !image.complete || image.naturalWidth === 0);
        document.documentElement.dataset.missing = String(missing.length);
      };
    });
    await open('/articles/seven-neighbours');
    const images = page.locator('main img');
    expect(
      await images.evaluateAll((all) => all.some((image) => !(image as HTMLImageElement).complete)),
    ).toBe(true);
    await page.getByRole('button', { name: 'Print or save as PDF' }).dispatchEvent('click');
    await page.locator('html[data-missing="0"]').waitFor();
    const canvas = page.locator('canvas').first();
    await page.locator('[data-figure]').first().scrollIntoViewIfNeeded();
    await canvas.waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await canvas.isVisible()).toBe(false);
    expect(
      await images.evaluateAll((all) =>
        all
          .filter((image) => getComputedStyle(image).backgroundImage !== 'none')
          .map(({ outerHTML }) => outerHTML),
      ),
    ).toEqual([]);
  });
}

/** Returns the pairs of neighbouring blocks of the article that overlap, by their text. */
const overlaps = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const article = document.querySelector('main article') as HTMLElement;
    const blocks = [...article.querySelectorAll('h1, h2, h3, p, figure, li, pre, math[display="block"]')]
      .filter((element) => element.checkVisibility() && !element.parentElement?.closest('figure, li, p'))
      .map((element) => ({
        box: element.getBoundingClientRect(),
        text: element.textContent?.trim().slice(0, 40),
      }))
      .filter(({ box }) => box.height > 0 && box.width > 0);
    return blocks.flatMap((one, index) =>
      blocks
        .slice(index + 1)
        .filter(({ box }) => {
          const width = Math.min(one.box.right, box.right) - Math.max(one.box.left, box.left);
          const height = Math.min(one.box.bottom, box.bottom) - Math.max(one.box.top, box.top);
          return width > 1 && height > 1;
        })
        .map(({ text }) => `${one.text} / ${text}`),
    );
  });

/** Returns the figures and headings that a page break may divide from their text, by their text. */
const breakableFigures = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const article = document.querySelector('main article') as HTMLElement;
    return [...article.querySelectorAll('figure, h2, h3')].flatMap((element) => {
      const { breakInside, breakAfter } = getComputedStyle(element);
      const isKept = element.matches('figure') ? /^avoid/.test(breakInside) : breakAfter === 'avoid';
      return isKept ? [] : [element.textContent?.trim().slice(0, 40) ?? ''];
    });
  });
