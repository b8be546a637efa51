import { expect } from '@jest/globals';
import type { Journey } from './browser.ts';
import { playsPast } from './playerPage.ts';

const ARTICLE = '/articles/sensitive-dependence';

/** Articles as a reader reads them. */
export function articleJourneys(journey: Journey): void {
  journey('the list of articles leads to one, under its title', async ({ page, open }) => {
    await open('/articles');
    const link = page.getByRole('main').getByRole('article').first().getByRole('link').first();
    const title = (await link.textContent()) ?? '';
    await link.click();
    await page.waitForURL('**/articles/*');
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(await page.title()).toBe(`${title} · Moving Figures`);
  });

  journey(
    'formulas are set in their own faces, and are there for those who hear them',
    async ({ page, open }) => {
      await open(ARTICLE);
      await page.locator('.katex-display').first().waitFor();
      expect(await page.locator('.katex-mathml math').count()).toBeGreaterThanOrEqual(3);
      await page.waitForFunction(() =>
        [...document.fonts].some(({ family, status }) => /KaTeX/.test(family) && status === 'loaded'),
      );
    },
  );

  journey('a figure has its picture, its description and its caption', async ({ page, house, open }) => {
    await open(ARTICLE);
    const figure = page
      .getByRole('figure')
      .filter({ hasText: 'Above, one variable of the Lorenz equations' });
    const picture = figure.getByRole('img', { name: /white curve splits into a gold and a blue one/ });
    await picture.scrollIntoViewIfNeeded();
    await page.waitForFunction(
      (one) => (one as HTMLImageElement | null)?.naturalWidth,
      await picture.elementHandle(),
    );
    const address = new URL(await picture.evaluate((one: HTMLImageElement) => one.currentSrc));
    expect(address.origin).toBe(house.emulators.content.url);
  });

  journey('a footnote is led to and back', async ({ page, open }) => {
    await open(ARTICLE);
    await page.getByRole('link', { name: 'Note 1', exact: true }).click();
    const note = page.getByRole('region', { name: 'Notes' }).getByRole('listitem').first();
    await note.and(page.locator(':target')).waitFor();
    await note.getByText('symposium in Tokyo').waitFor();
    await note.getByRole('link', { name: 'Back to the text at note 1' }).click();
    await page.waitForURL(/-mark-1$/);
  });

  journey(
    'its film plays where it stands and is led by keys, and the reader stays',
    async ({ page, open }) => {
      await open(ARTICLE);
      await page
        .getByRole('figure')
        .getByRole('button', { name: /^Play Lorenz/ })
        .click();
      await page.waitForFunction(() => {
        const film = document.querySelector('figure video') as HTMLVideoElement | null;
        return film && !film.paused && film.currentTime > 0.5;
      });
      await page.keyboard.press('m');
      await page.keyboard.press(' ');
      await page.waitForFunction(() => {
        const film = document.querySelector('figure video') as HTMLVideoElement | null;
        return film?.paused && film.muted;
      });
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keys' }).waitFor();
      expect(new URL(page.url()).pathname).toBe(ARTICLE);
    },
  );

  journey(
    'a name in the text leads to the person, and their page to what came of it',
    async ({ page, open }) => {
      await open(ARTICLE);
      await page
        .getByRole('main')
        .locator('p')
        .getByRole('link', { name: /Lorenz/ })
        .first()
        .click();
      await page.waitForURL('**/people/edward-lorenz');
      await page.getByRole('heading', { level: 1, name: 'Edward Norton Lorenz' }).waitFor();
      await page.getByRole('link', { name: 'Lorenz’s butterfly' }).first().click();
      await page.waitForURL('**/films/lorenz');
    },
  );

  journey(
    'a topic leads to its films and articles, a collection to its films in their order',
    async ({ page, open }) => {
      await open('/topics/waves');
      await page.getByRole('link', { name: 'Where ripples meet' }).waitFor();
      await page.getByRole('link', { name: 'Light and light make darkness' }).waitFor();
      await open('/collections/nothing-left-to-chance');
      const steps = page.getByRole('main').getByRole('list').first().getByRole('heading', { level: 2 });
      expect(await steps.count()).toBeGreaterThanOrEqual(3);
      await page.getByText('It begins with 2, “Lorenz’s butterfly”: 1 cannot be played yet.').waitFor();
      await page.getByRole('link', { name: 'Play from the start' }).click();
      await page.waitForURL('**/films/lorenz?in=nothing-left-to-chance');
      await playsPast(page, 0.2);
    },
  );
}
