import { expect } from '@jest/globals';
import type { Journey } from '../../support/setUpJourneys.ts';

const ARTICLE = '/articles/sensitive-dependence';

/** Tests of the article list and of the parts of an article. */
export function articlesReleaseJourneys(journey: Journey): void {
  journey('lists no film at its end that the text contains', async ({ page, open }) => {
    await open(ARTICLE);
    const films = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Films', exact: true }) });
    expect(await films.getByRole('article').getByRole('heading').allTextContents()).toEqual([
      'The second arm',
    ]);
    await page.getByRole('button', { name: /^Play Lorenz/ }).waitFor();
  });
}
