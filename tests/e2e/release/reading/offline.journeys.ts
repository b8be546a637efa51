import { expect } from '@jest/globals';
import { within } from '../../../support/within.ts';
import { isKept, OPTIONS, waitForServiceWorker } from '../../reading/offline.journeys.ts';
import { accessibilityViolations } from '../../support/accessibility.ts';
import { scrollThroughText, waitForPosition } from '../../support/articlePage.ts';
import { waitForPlayback } from '../../support/playerPage.ts';
import type { Journey } from '../../support/setUpJourneys.ts';

const ARTICLE = '/articles/sensitive-dependence';
const TITLE = 'Three digits short';

/** Tests of the service worker: the offline shell, the library and saved articles without a connection. */
export function offlineReleaseJourneys(journey: Journey): void {
  const continues =
    (isKnownOffline: boolean): Parameters<Journey>[1] =>
    async ({ page, open }) => {
      await open(ARTICLE);
      await page.getByRole('button', { name: 'Save for later' }).click();
      await waitForServiceWorker(page);
      await within(10_000, async () => expect(await isKept(page, ARTICLE)).toBe(true));
      await scrollThroughText(page, 0.5);
      await open('/library');
      await page.getByText('Available offline').first().waitFor();
      await page.context().setOffline(true);
      await page.evaluate((isOnLine) => {
        Object.defineProperty(navigator, 'onLine', { get: () => isOnLine });
      }, !isKnownOffline);
      await page
        .getByRole('link', { name: `Continue ${TITLE}` })
        .first()
        .click();
      await page.waitForURL(/#continue$/);
      await waitForPosition(page, 0.5);
      await page.context().setOffline(false);
    };
  journey('a saved article continues at the position of the last visit', continues(true), OPTIONS);
  journey(
    'a saved article continues at that position before the browser knows that it is offline',
    continues(false),
    OPTIONS,
  );

  journey(
    'a film in a saved article says that it is offline, and plays when the browser is online again',
    async ({ page, stack, open }) => {
      await open(ARTICLE);
      await page.getByRole('button', { name: 'Save for later' }).click();
      await waitForServiceWorker(page);
      await within(10_000, async () => expect(await isKept(page, ARTICLE)).toBe(true));
      await page.context().setOffline(true);
      await page.goto(`${stack.url}${ARTICLE}`);
      await page.locator('html[data-hydrated]').waitFor();
      await page.getByRole('button', { name: /^Play Lorenz/ }).click();
      await page.getByText('You are offline').waitFor();
      await page.getByText('The machine stood in a room of its own').waitFor();
      await page.context().setOffline(false);
      await waitForPlayback(page, 0.2);
    },
    OPTIONS,
  );

  journey(
    'a new version replaces the files of the old one without a reload; responses of the graph are never kept',
    async ({ page, open }) => {
      await open('/library');
      await waitForServiceWorker(page);
      await page.evaluate(async () => {
        await (await caches.open('shell old')).put('/old', new Response('old'));
        for (const registration of await navigator.serviceWorker.getRegistrations())
          await registration.unregister();
      });
      await open(ARTICLE);
      await waitForServiceWorker(page);
      await within(10_000, async () =>
        expect(await page.evaluate(() => caches.has('shell old'))).toBe(false),
      );
      await page.getByRole('link', { name: 'Articles', exact: true }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Articles' }).waitFor();
      const kept = await page.evaluate(async () => {
        const names = await caches.keys();
        const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return requests.flat().map(({ url }) => new URL(url).pathname);
      });
      expect(kept).toEqual(expect.arrayContaining(['/library', '/offline']));
      expect(kept.filter((path) => path.includes('graphql'))).toEqual([]);
    },
    OPTIONS,
  );

  journey(
    'another page is the offline page, which leads to the library and opens the page with the connection',
    async ({ page, stack, open }) => {
      await open('/');
      await waitForServiceWorker(page);
      await page.context().setOffline(true);
      await page.goto(`${stack.url}/films/boids`);
      await page.getByText('You are offline').waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.getByRole('link', { name: 'Your library' }).click();
      await page.getByRole('heading', { level: 1, name: 'Your library' }).waitFor();
      await page.getByText('Nothing here yet').waitFor();
      await page.goBack();
      await page.getByRole('link', { name: 'Retry' }).waitFor();
      await page.context().setOffline(false);
      await page.getByRole('heading', { level: 1, name: 'Nobody leads' }).waitFor();
    },
    OPTIONS,
  );
}
