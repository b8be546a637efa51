import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { horizontalOverflow, violationsInBothThemes, waitForFrames } from '../support/accessibility.ts';
import { resultTypeLink, searchField, waitForStatus } from '../support/searchPage.ts';
import type { Journey } from '../support/setUpJourneys.ts';

const RETRY_INTERVAL_MS = 2000;

/** Retries until an element is visible: after failures the circuit breaker of a provider stays open for some seconds. */
async function retryUntilVisible(page: Page, expected: Locator): Promise<void> {
  for (let attempts = 0; attempts < 10 && !(await expected.isVisible()); attempts += 1) {
    await page
      .getByRole('button', { name: 'Retry' })
      .click({ timeout: RETRY_INTERVAL_MS })
      .catch(() => undefined);
    await expected.waitFor({ timeout: RETRY_INTERVAL_MS }).catch(() => undefined);
  }
  await expected.waitFor();
}

/** Tests of the results of the search page. */
export function searchReleaseJourneys(journey: Journey): void {
  journey(
    'hides thumbnails that fail to load',
    async ({ page, open }) => {
      await page.route(/\/thumbnail\./, (route) => route.fulfill({ status: 404, body: '' }));
      await open('/search?q=golden+thread');
      const moment = page.getByRole('link', { name: /^From 0:\d\d/ }).first();
      await moment.scrollIntoViewIfNeeded();
      await moment.locator('img').waitFor({ state: 'detached' });
      await open('/');
      await page.getByRole('banner').getByRole('combobox').pressSequentially('lorenz');
      const option = page.getByRole('option', { name: /Lorenz’s butterfly/ }).first();
      await option.waitFor();
      await option.locator('img').waitFor({ state: 'detached' });
    },
    { allowedErrors: /404/ },
  );

  journey('suggests other queries and pages when there are no results', async ({ page, open }) => {
    await open('/search?q=zzyzxqw+butterfly&topic=harmonics&from=2000');
    await waitForStatus(page, /^No results for “zzyzxqw butterfly”/);
    await page.getByRole('link', { name: 'Only “butterfly”' }).click();
    expect(await waitForStatus(page, /for “butterfly”/)).toBeGreaterThan(0);
    await open('/search?q=zzyzxqw');
    await waitForStatus(page, /^No results for “zzyzxqw”/);
    await page.getByRole('heading', { name: 'Browse topics' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Chaos' }).click();
    await page.getByRole('heading', { level: 1, name: 'Chaos' }).waitFor();
    await open('/search?q=%25');
    await waitForStatus(page, /^“%” has no letters or digits to search for/);
    await page.getByRole('main').getByRole('link', { name: 'golden thread' }).waitFor();
  });

  journey(
    'finds moments in every language, and names words of a question without matches',
    async ({ page, open }) => {
      await open('/search?q=how+does+a+flock+work');
      await page.getByText(/No moment has all words\./).waitFor();
      expect(await page.getByRole('main').locator('mark').allTextContents()).not.toContain('a');
      await open('/search?q=Schmetterling');
      await waitForStatus(page, /^1 moment for/);
      expect(await resultTypeLink(page, 'All').textContent()).toMatch(/1$/);
      await page.getByRole('link', { name: /^From .*Schmetterling/ }).waitFor();
      await open('/search?q=wave&topic=waves');
      await waitForStatus(page, /results for “wave”, (one|\d+) of them/);
    },
  );

  journey('finds results for every example query', async ({ page, open }) => {
    await open('/search');
    const examples = page.getByRole('main').getByRole('region').or(page.locator('main section')).first();
    await examples.getByRole('link').nth(2).waitFor();
    const queries = await examples
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.textContent ?? ''));
    expect(queries.length).toBeGreaterThan(2);
    for (const query of queries) {
      await examples.getByRole('link', { name: query }).click();
      expect(
        await waitForStatus(page, new RegExp(`for “${query}”|^Showing results for “butterfly”`)),
      ).toBeGreaterThan(0);
      await page.goBack();
      await examples.getByRole('link', { name: query }).waitFor();
    }
  });

  journey(
    'falls back to text search without the search provider, and recovers',
    async ({ page, stack, open }) => {
      // Cached responses would be served instead.
      await stack.cache.invalidateAll();
      await stack.setFaults('search', [{ kind: 'reset' }]);
      try {
        await open('/search?q=lorenz');
        const degradedNotice = page.getByText('Search is limited at the moment');
        await degradedNotice.waitFor();
        await page.getByRole('main').getByRole('link', { name: 'Lorenz’s butterfly' }).first().waitFor();
        await open('/search?q=pendlumm&topic=chaos');
        await page.getByText('Typos are not corrected').waitFor();
        await page.getByRole('link', { name: 'Remove Chaos' }).waitFor();
        await stack.setFaults('search');
        await degradedNotice.waitFor({ state: 'detached' });
        await stack.setFaults('search', [{ kind: 'reset' }]);
        await stack.cache.invalidateAll();
        await open('/films/lorenz');
        await page.getByRole('button', { name: /A single golden thread/ }).waitFor();
        await stack.setFaults('content', [{ kind: 'reset' }]);
        await stack.cache.invalidateAll();
        await open('/search?q=chladni');
        await page.getByRole('heading', { name: 'Search is not available right now' }).waitFor();
        await page.getByRole('main').getByRole('link', { name: 'all films' }).waitFor();
      } finally {
        await stack.setFaults('search');
        await stack.setFaults('content');
      }
      await retryUntilVisible(page, page.getByRole('link', { name: 'Sand finds the silence' }).first());
    },
  );

  journey(
    'names the error of a search, keeps what is typed, and retries, also when the connection is back',
    async ({ page, open }) => {
      const heading = (name: string) => page.getByRole('main').getByRole('heading', { level: 2, name });
      const retry = page.getByRole('button', { name: 'Retry' });
      await open('/search?q=wave');
      await waitForStatus(page, /for “wave”/);
      const extensions = { code: 'RATE_LIMITED', retryAfter: 60 };
      await page.route('**/graphql*', (route) =>
        route.fulfill({
          status: 429,
          contentType: 'application/graphql-response+json',
          body: JSON.stringify({ errors: [{ message: 'too many', extensions }] }),
        }),
      );
      await searchField(page).fill('lorenz');
      await heading('Too many requests').waitFor();
      expect(await searchField(page).inputValue()).toBe('lorenz');
      await page.unroute('**/graphql*');
      await retry.click();
      await waitForStatus(page, /for “lorenz”/);
      await page.context().setOffline(true);
      await searchField(page).fill('turing');
      await heading('You are offline').waitFor();
      expect(await page.getByText('Everything else works').count()).toBe(0);
      expect(await violationsInBothThemes(page)).toEqual([]);
      // Without a press.
      await page.context().setOffline(false);
      await waitForStatus(page, /for “turing”/);
    },
    { allowedErrors: /429|INTERNET_DISCONNECTED/, isIsolated: true },
  );

  journey('has no accessibility violations and reflows at 320 px in every state', async ({ page, open }) => {
    const states = ['/search', '/search?q=wave&from=1800', '/search?q=the&type=moment'];
    for (const path of states) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await open(path);
      await page.getByRole('main').getByRole('link').nth(3).waitFor();
      await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
      expect([path, await violationsInBothThemes(page)]).toEqual([path, []]);
      await page.setViewportSize({ width: 320, height: 640 });
      await waitForFrames(page);
      expect([path, await horizontalOverflow(page)]).toEqual([path, []]);
    }
  });
}
