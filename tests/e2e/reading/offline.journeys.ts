import { expect } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import { within } from '../../support/within.ts';
import type { Journey } from '../support/setUpJourneys.ts';

const ARTICLE = '/articles/sensitive-dependence';
const TITLE = 'Three digits short';
export const OPTIONS = {
  isIsolated: true,
  hasServiceWorker: true,
  // The browser logs each request that fails because it is offline.
  allowedErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/,
};

/** Tests of the service worker: the offline shell, the library and saved articles without a connection. */
export function offlineJourneys(journey: Journey): void {
  journey(
    'a saved article is read with its images, also from the library',
    async ({ page, stack, open }) => {
      await open(ARTICLE);
      await page.getByRole('button', { name: 'Save for later' }).click();
      await waitForServiceWorker(page);
      await within(10_000, async () => expect(await isKept(page, ARTICLE)).toBe(true));
      await page.context().setOffline(true);

      await page.goto(`${stack.url}${ARTICLE}`);
      await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
      await page.locator('html[data-hydrated]').waitFor();
      await page.getByText('The machine stood in a room of its own').waitFor();
      const figure = page.getByRole('img', { name: /white curve splits into a gold and a blue one/ });
      await figure.scrollIntoViewIfNeeded();
      await page.waitForFunction(
        (image) => (image as HTMLImageElement | null)?.naturalWidth,
        await figure.elementHandle(),
      );

      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library' }).click();
      await page.getByRole('heading', { level: 1, name: 'Your library' }).waitFor();
      await page.getByText('Available offline').first().waitFor();
      await page.getByRole('link', { name: TITLE }).first().click();
      await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
      await page.context().setOffline(false);
    },
    OPTIONS,
  );

  journey(
    'the front page is read without a connection after a visit of any page',
    async ({ page, stack, open }) => {
      await open('/films/lorenz');
      await waitForServiceWorker(page);
      await within(30_000, async () => expect(await isKept(page, '/')).toBe(true));
      await page.context().setOffline(true);
      await page.goto(`${stack.url}/`);
      await page.locator('html[data-hydrated]').waitFor();
      await page.getByRole('heading', { name: 'New films' }).waitFor();
      await page.context().setOffline(false);
    },
    OPTIONS,
  );

  journey(
    'the front page and the articles that were read last are read without a connection, in their published versions',
    async ({ page, stack, open }) => {
      await page.context().addCookies([{ name: 'session', value: 'secret', url: stack.url }]);
      const copies: Request[] = [];
      page.context().on('request', (request) => {
        if (request.url() === `${stack.url}${ARTICLE}` && request.serviceWorker()) copies.push(request);
      });
      await open(ARTICLE);
      await within(30_000, async () => expect(await isKept(page, ARTICLE)).toBe(true));
      expect(copies).not.toEqual([]);
      await within(30_000, async () => expect(await isKept(page, '/')).toBe(true));
      for (const copy of copies) expect(await copy.allHeaders()).not.toHaveProperty('cookie');
      await page.context().setOffline(true);

      await page.goto(`${stack.url}/`);
      await page.locator('html[data-hydrated]').waitFor();
      await page.getByRole('heading', { name: 'New films' }).waitFor();
      await page.goto(`${stack.url}/films/boids`);
      await page.getByText('You are offline').waitFor();
      await page
        .getByRole('navigation', { name: 'On this device' })
        .getByRole('link', { name: TITLE })
        .click();
      await page.locator('html[data-hydrated]').waitFor();
      await page.getByText('The machine stood in a room of its own').waitFor();
      await page.context().setOffline(false);
    },
    OPTIONS,
  );
}

/** Waits until the service worker controls the page. */
export const waitForServiceWorker = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller);

export const isKept = (page: Page, path: string): Promise<boolean> =>
  page.evaluate(async (url) => Boolean(await caches.match(url)), path);
