import { expect } from '@jest/globals';
import { waitForPlayback } from '../support/playerPage.ts';
import type { Journey } from '../support/setUpJourneys.ts';

/** Tests of the links between pages. */
export function navigationReleaseJourneys(journey: Journey): void {
  journey(
    'lists the films and articles of a topic, and the films of a collection in order',
    async ({ page, open }) => {
      await open('/topics/waves');
      await page.getByRole('link', { name: 'Where ripples meet' }).waitFor();
      await page.getByRole('link', { name: 'Light and light make darkness' }).waitFor();
      await open('/collections/nothing-left-to-chance');
      const titles = page.getByRole('main').getByRole('list').first().getByRole('heading', { level: 2 });
      expect(await titles.count()).toBeGreaterThanOrEqual(3);
      await page.getByRole('link', { name: 'Play from the start' }).click();
      await page.waitForURL('**/films/lorenz?in=nothing-left-to-chance');
      await waitForPlayback(page, 0.2);
    },
  );

  journey('starts a collection with its first playable film, and says so', async ({ page, stack, open }) => {
    await stack.editor.create({
      _id: 'collection-swings',
      _type: 'collection',
      title: 'Swings',
      slug: { current: 'swings' },
      films: ['film-sunflower', 'film-lissajous'].map((_ref) => ({
        _type: 'reference',
        _key: _ref,
        _ref,
      })),
    });
    try {
      await open('/collections/swings');
      await page.getByText(/^1 of 2 films,/).waitFor();
      await page.getByRole('link', { name: 'Play from the start' }).click();
      await page.waitForURL('**/films/lissajous?in=swings');
    } finally {
      await stack.editor.delete('collection-swings');
    }
  });

  journey('links from a name in an article to the person and on to a film', async ({ page, open }) => {
    await open('/articles/sensitive-dependence');
    await page
      .getByRole('main')
      .locator('p')
      .getByRole('link', { name: /Lorenz/ })
      .first()
      .click();
    await page.waitForURL('**/people/edward-lorenz');
    await page.getByRole('heading', { level: 1, name: 'Edward N. Lorenz' }).waitFor();
    await page.getByRole('link', { name: 'Lorenz’s butterfly' }).first().click();
    await page.waitForURL('**/films/lorenz');
  });

  journey('links from a person to collaborators, below dates and quotations', async ({ page, open }) => {
    await open('/people/edward-lorenz');
    await page.getByText('16 April 2008, aged 90').waitFor();
    await page.getByText('Special thanks are due to Miss Ellen Fetter').waitFor();
    await page.getByRole('heading', { name: 'Also behind these films' }).waitFor();
    await page
      .getByRole('main')
      .getByRole('link', { name: /Ellen Fetter Computing/ })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Ellen Fetter' }).waitFor();
  });

  journey(
    'opens topics and collections from the main navigation, and the first film of a collection',
    async ({ page, open }) => {
      await open('/');
      const navigation = page.getByRole('navigation', { name: 'Main navigation' });
      await navigation.getByRole('link', { name: 'Topics' }).click();
      await page.waitForURL('**/topics');
      await page.getByRole('main').getByRole('link', { name: 'Waves' }).click();
      await page.getByRole('heading', { level: 1, name: 'Waves' }).waitFor();
      await page.getByRole('link', { name: 'Harmonics', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Harmonics' }).waitFor();
      await navigation.getByRole('link', { name: 'Collections' }).click();
      await page.getByRole('link', { name: 'Nobody in charge' }).click();
      await page.getByRole('link', { name: 'Play from the start' }).click();
      await page.waitForURL('**/films/boids?in=nobody-in-charge');
    },
  );
}
