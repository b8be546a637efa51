import { noScriptChecks } from '../support/noScriptChecks.ts';
import { failScript } from '../support/pageScripts.ts';
import type { Journey } from '../support/setUpJourneys.ts';

/** Paths of further pages. */
const PAGE_PATHS = [
  '/films',
  '/films/sunflower',
  '/articles',
  '/people',
  '/topics/chaos',
  '/collections/nothing-left-to-chance',
  '/nowhere',
];

/** Tests of server-rendered pages before and during hydration, with missing scripts, and of critical CSS. */
export function renderingReleaseJourneys(journey: Journey): void {
  journey(
    'missing page script: the browser loads the page from the server',
    async ({ page, open }) => {
      const script = await failScript(page, 'PeoplePage');
      await open('/');
      await page.getByRole('banner').getByRole('link', { name: 'People' }).click();
      await page.waitForURL(/\/people$/);
      await script.requested;
      // The server's markup stays, and the page does not reload in a loop.
      await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
      await page
        .getByRole('heading', { name: 'This page cannot be shown right now' })
        .waitFor({ state: 'detached' });
    },
    { allowedErrors: /404|PeoplePage/ },
  );

  journey(
    'missing component script: the server markup stays and links work',
    async ({ page, open }) => {
      const script = await failScript(page, 'FilmGrid');
      const film = page.getByRole('main').locator('a[href^="/films/"]');
      await open('/films');
      await script.requested;
      await film.first().waitFor();
      await page.getByRole('contentinfo').getByRole('link', { name: 'Topics' }).click();
      await page.getByRole('main').locator('a[href="/topics/chaos"]').first().click();
      await page.waitForURL(/\/topics\/chaos$/);
      await film.first().waitFor();
    },
    { allowedErrors: /404|FilmGrid/ },
  );

  journey(
    'offline navigation: shows an error with a retry button, and the page when the connection is back',
    async ({ page, open }) => {
      await open('/');
      await page.context().setOffline(true);
      try {
        await page.getByRole('banner').getByRole('link', { name: 'People' }).click();
        await page.getByText('Check your connection').waitFor();
        await page.getByRole('button', { name: 'Retry' }).click();
        await page.getByText('Check your connection').waitFor();
      } finally {
        await page.context().setOffline(false);
      }
      await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    },
    { allowedErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch|PeoplePage/, isIsolated: true },
  );

  noScriptChecks(journey, PAGE_PATHS);
}
