import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { accessibilityViolations } from '../support/accessibility.ts';
import type { Journey } from '../support/setUpJourneys.ts';

const ARTICLE = '/articles/sensitive-dependence';

/** Tests of the contents, reading progress, citation, download, enlarged figures, code listings, related articles and print style of an article. */
export function articleToolsJourneys(journey: Journey): void {
  journey(
    'contents: link to sections and mark the current one',
    async ({ page, open }) => {
      await open(ARTICLE);
      const contents = page.getByRole('navigation', { name: 'Contents' });
      const titles = await contents.getByRole('link').allTextContents();
      expect(titles.length).toBeGreaterThanOrEqual(3);
      await contents.getByRole('link', { name: titles[1] as string }).click();
      await contents.locator('[aria-current]', { hasText: titles[1] as string }).waitFor();
      const heading = page.getByRole('heading', { level: 2, name: titles[1] as string });
      const id = (await heading.getAttribute('id')) ?? '';
      await page.waitForURL((url) => url.hash === `#${id}`);
      await waitForTop(page, id);
      const last = contents.getByRole('link', { name: titles.at(-1) as string });
      await last.click();
      await last.and(page.locator('[aria-current]')).waitFor();
      // The link sets the hash after the next paint.
      await page.waitForURL((url) => url.hash !== `#${id}`);
      await page.goBack();
      await waitForTop(page, id);
      await page.evaluate(() => scrollTo(0, 0));
      await contents.locator('[aria-current]').waitFor({ state: 'detached' });
    },
    { width: 1500 },
  );

  journey(
    'contents: open on a phone, where the text is in the first view',
    async ({ page, open }) => {
      await open(ARTICLE);
      const contents = page.getByRole('navigation', { name: 'Contents' });
      const links = contents.getByRole('link');
      expect(await links.count()).toBe(0);
      const text = await page.getByText('The machine stood in a room').boundingBox();
      expect(text?.y).toBeLessThan(844);
      const contentsButton = contents.getByRole('button', { name: 'Contents' });
      await contentsButton.click();
      await page.keyboard.press('Escape');
      expect(await links.count()).toBe(0);
      await contentsButton.click();
      // The text does not move, which costs a phone more than a tap may take.
      expect(await page.getByText('The machine stood in a room').boundingBox()).toEqual(text);
      await links.first().click();
      await page.waitForURL((url) => url.hash !== '');
      expect(await links.count()).toBe(0);
    },
    { width: 390, height: 844 },
  );

  journey('byline: leads to the author, whose page lists the article', async ({ page, open }) => {
    await open(ARTICLE);
    await page.getByRole('main').getByRole('link', { name: 'Ines Varga' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ines Varga' }).waitFor();
    await page.getByRole('link', { name: 'Follow Ines Varga by feed' }).waitFor();
    await page.getByRole('article').getByRole('link', { name: 'Three digits short' }).click();
    await page.waitForURL(`**${ARTICLE}`);
  });

  journey('share: copies the link of the article', async ({ page, stack, open }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(ARTICLE);
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share' });
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await dialog.getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${stack.url}${ARTICLE}`);
  });

  journey('figures: enlarge in a dialog that returns the focus when it closes', async ({ page, open }) => {
    await open(ARTICLE);
    const figure = page
      .getByRole('figure')
      .filter({ hasText: 'Above, one variable of the Lorenz equations' });
    const opener = figure.getByRole('link').first();
    await opener.click();
    const dialog = page.getByRole('dialog');
    const image = dialog.getByRole('img');
    await image.waitFor();
    const { width } = (await image.boundingBox()) ?? { width: 0 };
    expect(width).toBeGreaterThan(1000);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  journey(
    'code has colours and formulas are rendered, also after a link within the app',
    async ({ page, open }) => {
      await open('/articles');
      await page.getByRole('main').getByRole('link', { name: 'Three digits short' }).first().click();
      const code = page.getByRole('figure', { name: 'Code in JavaScript' }).locator('code');
      const colourOf = (element: Locator) => element.evaluate((node) => getComputedStyle(node).color);
      const tokens = ['keyword', 'number', 'comment'].map((kind) => code.locator(`.tok-${kind}`).first());
      const colours = await Promise.all([code, ...tokens].map(colourOf));
      expect(new Set(colours).size).toBe(4);
      await page.locator('main math').nth(1).waitFor({ state: 'attached' });
      await page.getByText('…', { exact: true }).first().waitFor({ state: 'detached' });
    },
  );

  journey(
    'print style: hides controls, and shows where the page is from, the transcript of a film and the URLs of sources',
    async ({ page, stack, open }) => {
      await open(ARTICLE);
      await page.emulateMedia({ media: 'print' });
      for (const hidden of [
        page.getByRole('banner'),
        page.getByRole('contentinfo').getByRole('navigation'),
        page.getByText('Copy').first(),
      ])
        expect(await hidden.isVisible()).toBe(false);
      const address = `Moving Figures, ${stack.url}${ARTICLE}`;
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      const printed = page.getByRole('contentinfo').getByText(address);
      expect(await printed.textContent()).toMatch(/, printed on \d+ \w+ \d{4}$/);
      expect(await printed.isVisible()).toBe(true);
      expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
      await open('/films/lorenz');
      const urlSuffix = await page
        .locator('main a[href^="https://doi.org"]')
        .first()
        .evaluate((element) => getComputedStyle(element, '::after').content);
      expect(urlSuffix).toContain('https://doi.org/');
      const transcript = page.getByText('Everywhere at once, on one butterfly');
      expect(await transcript.isVisible()).toBe(true);
    },
  );
}

/** Waits until the element with an id is near the top of the viewport. */
const waitForTop = (page: Page, id: string): Promise<unknown> =>
  page.waitForFunction((target) => {
    const top = document.getElementById(target)?.getBoundingClientRect().top ?? 0;
    return top > 0 && top < 300;
  }, id);
