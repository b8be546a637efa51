import { expect } from '@jest/globals';
import type { Journey } from '../support/setUpJourneys.ts';

const ARTICLE = '/articles/sensitive-dependence';

/** Tests of the article list and of the parts of an article. */
export function articlesJourneys(journey: Journey): void {
  journey(
    'opens from the article list, with the title in the heading and the document',
    async ({ page, open }) => {
      await open('/articles');
      const link = page.getByRole('main').getByRole('article').first().getByRole('link').first();
      const title = (await link.textContent()) ?? '';
      await link.click();
      await page.waitForURL('**/articles/*');
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(await page.title()).toBe(`${title} · Moving Figures`);
    },
  );

  journey('renders formulas as MathML, with fonts of at most 90 kB on the page', async ({ page, open }) => {
    const fonts = new Map<string, number>();
    page.on('response', async (response) => {
      if (response.request().resourceType() !== 'font') return;
      fonts.set(response.url(), Number(response.headers()['content-length']));
    });
    await open(ARTICLE);
    const formulas = await page.locator('main p math').all();
    expect(formulas.length).toBeGreaterThanOrEqual(3);
    for (const formula of formulas) {
      const { width = 0, height = 0 } = (await formula.boundingBox()) ?? {};
      expect([width > 3, height > 3]).toEqual([true, true]);
    }
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    expect(fonts.size).toBeGreaterThanOrEqual(3);
    expect([...fonts.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(90_000);
  });

  journey('formulas and code are focusable only where they scroll', async ({ page, open }) => {
    for (const [width, least, most] of [
      [1440, 0, 0],
      [390, 2, 5],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await open('/articles/interference');
      for (const element of await page.locator('[data-scroll-x]').all())
        await element.scrollIntoViewIfNeeded();
      await page.waitForFunction(
        ([from, to]) => {
          const { length } = document.querySelectorAll('[data-scroll-x][tabindex="0"]');
          return from <= length && length <= to;
        },
        [least, most] as const,
      );
    }
  });

  journey('shows who wrote it, its dates and its reading time', async ({ page, open }) => {
    await open(ARTICLE);
    const main = page.getByRole('main');
    await main.getByText(/^By \S+ \S+/).waitFor();
    await main.getByText('2 March 2026', { exact: true }).waitFor();
    await main.getByText('Updated 4 March 2026').waitFor();
    await main
      .getByText(/^\d+ min read$/)
      .first()
      .waitFor();
  });

  journey('shows figures with image, alternative text and caption', async ({ page, stack, open }) => {
    await open(ARTICLE);
    const figure = page
      .getByRole('figure')
      .filter({ hasText: 'Above, one variable of the Lorenz equations' });
    const image = figure.getByRole('img', { name: /white curve splits into a gold and a blue one/ });
    await image.scrollIntoViewIfNeeded();
    await page.waitForFunction(
      (element) => (element as HTMLImageElement | null)?.naturalWidth,
      await image.elementHandle(),
    );
    const { origin } = new URL(await image.evaluate((element: HTMLImageElement) => element.currentSrc));
    expect(origin).toBe(stack.emulators.content.url);
  });

  journey(
    'links from a footnote mark to its note and back',
    async ({ page, open }) => {
      await open(ARTICLE);
      await page.getByRole('link', { name: 'Note 1', exact: true }).click();
      const note = page.getByRole('region', { name: 'Notes' }).getByRole('listitem').first();
      await note.and(page.locator(':target')).waitFor();
      await note.getByText('symposium in Tokyo').waitFor();
      await note.getByRole('link', { name: 'Back to the text at note 1' }).click();
      await page.waitForURL(/-ref-1$/);
    },
    { width: 1000 },
  );

  journey(
    'plays an embedded film in place, with the keyboard shortcuts of the player',
    async ({ page, open }) => {
      await open(ARTICLE);
      await page
        .getByRole('figure')
        .getByRole('button', { name: /^Play Lorenz/ })
        .click();
      await page.waitForFunction(() => {
        const video = document.querySelector('figure video') as HTMLVideoElement | null;
        return video && !video.paused && video.currentTime > 0.5;
      });
      await page.keyboard.press('m');
      await page.keyboard.press(' ');
      await page.waitForFunction(() => {
        const video = document.querySelector('figure video') as HTMLVideoElement | null;
        return video?.paused && video.muted;
      });
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      expect(new URL(page.url()).pathname).toBe(ARTICLE);
    },
  );
}
