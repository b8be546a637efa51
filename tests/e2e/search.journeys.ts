import { expect } from '@jest/globals';
import type { Page, Request, Route } from 'playwright-core';
import { waitForFrames } from './support/accessibility.ts';
import { recordLayoutShift } from './support/layoutShift.ts';
import { activeCaptions, waitForPlayback } from './support/playerPage.ts';
import { recordOperations } from './support/recordOperations.ts';
import { queryStringOf, resultTypeLink, searchField, statusOf, waitForStatus } from './support/searchPage.ts';
import type { Journey } from './support/setUpJourneys.ts';

/** Holds the requests of an operation, or one with a search query. Returns a function that releases it and resolves when the request has ended. */
async function holdRequests(page: Page, operation: string, query?: string): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const isHeld = (request: Request) => {
    const text = decodeURIComponent(request.postData() ?? request.url());
    return text.includes(operation) && (!query || text.includes(`"query":"${query}"`));
  };
  const ended = new Promise<void>((resolve) => {
    const onEnd = (request: Request) => isHeld(request) && resolve();
    // The app may abort the request before it is released.
    page.on('requestfinished', onEnd).on('requestfailed', onEnd);
  });
  await page.route('**/graphql*', async (route) => {
    if (isHeld(route.request())) await released;
    await route.continue().catch(() => undefined);
  });
  return async () => {
    release();
    await ended;
  };
}

/** Tests of the results of the search page. */
export function searchJourneys(journey: Journey): void {
  journey('shows results with marked matches while the user types', async ({ page, open }) => {
    await open('/search');
    await searchField(page).pressSequentially('lorenz', { delay: 40 });
    await waitForStatus(page, /for “lorenz”/);
    const hit = page
      .getByRole('article')
      .filter({ has: page.getByRole('link', { name: 'Lorenz’s butterfly' }) });
    expect((await hit.locator('mark').first().textContent())?.toLowerCase()).toBe('lorenz');
    expect(queryStringOf(page)).toBe('?q=lorenz');
    await page.goBack();
    await page.waitForURL((url) => url.search === '');
    expect(await searchField(page).inputValue()).toBe('');
  });

  journey(
    'ignores late responses to older queries, and keeps results on screen while the next ones load',
    async ({ page, open }) => {
      await open('/search?q=chladni');
      await waitForStatus(page, /for “chladni”/);
      const releaseSearch = await holdRequests(page, 'SearchPage', 'wave');
      await searchField(page).fill('wave');
      await page.locator('[aria-busy="true"]').getByRole('article').first().waitFor();
      expect(await statusOf(page).textContent()).toContain('chladni');
      await searchField(page).fill('lorenz');
      await waitForStatus(page, /for “lorenz”/);
      await releaseSearch();
      await waitForFrames(page);
      expect(await statusOf(page).textContent()).toContain('lorenz');
      await page.getByRole('link', { name: 'Lorenz’s butterfly' }).first().waitFor();
    },
  );

  journey(
    'adds one history entry for a word, whose letters are faster than the results',
    async ({ page, open }) => {
      await open('/search?q=chladni');
      const countEntries = () => page.evaluate(() => history.length);
      const count = await countEntries();
      const releaseSearch = await holdRequests(page, 'SearchPage');
      await searchField(page).fill('');
      await searchField(page).pressSequentially('wave', { delay: 160 });
      await releaseSearch();
      await waitForStatus(page, /for “wave”/);
      await searchField(page).press('s');
      await waitForStatus(page, /for “waves”/);
      expect(await countEntries()).toBe(count + 1);
      await page.goBack();
      await page.waitForURL((url) => url.search === '?q=chladni');
      expect(await searchField(page).inputValue()).toBe('chladni');
      const isFocused = (field: HTMLElement | SVGElement) => field === document.activeElement;
      expect(await searchField(page).evaluate(isFocused)).toBe(true);
      await waitForStatus(page, /for “chladni”/);
      await page.goForward();
      await waitForStatus(page, /for “waves”/);
      expect(await searchField(page).inputValue()).toBe('waves');
      await searchField(page).press('Escape');
      await page.getByRole('main').getByRole('link', { name: 'golden thread' }).click();
      await waitForStatus(page, /for “golden thread”/);
      expect(await searchField(page).inputValue()).toBe('golden thread');
    },
  );

  journey(
    'does not move results while the user types, with the processor and the line of a slow phone',
    async ({ page, open }) => {
      const layoutShift = await recordLayoutShift(page);
      await open('/search?q=chaos');
      await waitForStatus(page, /for “chaos”/);
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 150,
        downloadThroughput: 1_600_000 / 8,
        uploadThroughput: 750_000 / 8,
      });
      const before = await layoutShift();
      await searchField(page).press('End');
      await searchField(page).pressSequentially(' flow', { delay: 120 });
      await waitForStatus(page, /for “chaos flow”/);
      await waitForFrames(page);
      expect((await layoutShift()) - before).toBeLessThan(0.05);
    },
    { width: 390, height: 844, isTouch: true, isIsolated: true },
  );

  journey('says which words it corrected, and whether results have all words', async ({ page, open }) => {
    await open('/search?q=penduluum');
    await waitForStatus(page, /^Showing results for “pendulum”\./);
    await statusOf(page).getByRole('link', { name: 'pendulum' }).click();
    await waitForStatus(page, /^\d+ results for “pendulum”/);
    expect(queryStringOf(page)).toBe('?q=pendulum');
    expect(await searchField(page).inputValue()).toBe('pendulum');
    await searchField(page).fill('pendulum zyzzyva');
    await waitForStatus(page, /No result has all words\. Nothing has “zyzzyva”\.$/);
    await searchField(page).fill('flocking starlings hawk');
    await waitForStatus(page, /1 result has all words, the others have some\.$/);
  });

  journey('keeps words that results have, and claims no unlikely correction', async ({ page, open }) => {
    await open('/search?q=sky+blue');
    await waitForStatus(page, /^\d+ results for “sky blue”.* No result has all words\.$/);
    await searchField(page).fill('Welle');
    await waitForStatus(page, /^Nothing has “Welle”; these results have “well”\./);
    await searchField(page).fill('turing');
    await waitForStatus(page, /for “turing”/);
    // The only moment has “turning”.
    expect((await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).at(-1)).toMatch(
      /^Moment/,
    );
    await searchField(page).fill('.');
    await waitForStatus(page, /^“\.” has no letters or digits/);
    expect((await resultTypeLink(page, 'All').innerText()).trim()).toBe('All');
  });

  journey('finds an author by name', async ({ page, open }) => {
    await open('/search?q=Ines+Varga');
    await page.getByRole('main').getByText('By Ines Varga').first().waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Ines Varga', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Ines Varga' }).waitFor();
  });

  journey('opens a film at the line that was found, in its language', async ({ page, open }) => {
    await open('/search?q=Schmetterling');
    // The line that follows comes after ten seconds.
    await page.evaluate(() => localStorage.setItem('watching', '{"rate":0.25}'));
    await page.getByRole('link', { name: /^From .*Schmetterling/ }).click();
    await page.waitForURL(/\/films\/lorenz\?t=10\.9&lang=de$/);
    await waitForPlayback(page, 10.8);
    await page.locator('aside button[aria-current="true"]').getByText('Schmetterling').waitFor();
    expect(await page.getByLabel('Transcript and caption language').inputValue()).toBe('de');
    expect((await activeCaptions(page)).language).toBe('de');
  });

  journey('opens a film at the time of a moment', async ({ page, open }) => {
    await open('/search?q=golden+thread');
    await page.getByRole('main').getByRole('heading', { level: 2 }).getByText('Moments').waitFor();
    const film = page.getByRole('listitem').filter({
      has: page.getByRole('heading', { level: 3, name: 'Lorenz’s butterfly' }),
    });
    await film
      .getByRole('link', { name: /^From 0:\d\d/ })
      .first()
      .click();
    await page.waitForURL(/\/films\/lorenz\?t=[\d.]+&lang=en$/);
    const startTime = Number(new URL(page.url()).searchParams.get('t'));
    await page.waitForFunction((start) => {
      const video = document.querySelector('video');
      return video && !video.paused && video.currentTime >= start;
    }, startTime);
  });

  journey(
    'searches again when the connection is back, also after the last delay',
    async ({ page, open }) => {
      await page.clock.install();
      await open('/search');
      await searchField(page).focus();
      await page.context().setOffline(true);
      await searchField(page).fill('wave');
      const retry = page.getByRole('main').getByRole('button', { name: 'Retry', exact: true });
      await retry.waitFor();
      for (let delay = 0; delay < 6; delay += 1) {
        await page.clock.fastForward('02:00');
        await retry.waitFor();
      }
      await page.context().setOffline(false);
      await waitForStatus(page, /results/);
    },
    { isIsolated: true, allowedErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ },
  );

  journey(
    'restores a long list and its scroll position without queries after going back',
    async ({ page, open }) => {
      await open('/search?q=the&type=moment');
      const moments = page.getByRole('main').getByRole('link', { name: /^From / });
      await moments.first().waitFor();
      const firstCount = await moments.count();
      const hrefs = () =>
        moments.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
      const firstHrefs = await hrefs();
      await page.getByRole('link', { name: 'Load more' }).click();
      await page.waitForURL(/page=2/);
      await page.waitForFunction(
        (count) => document.querySelectorAll('main ol a').length > count,
        firstCount,
      );
      // New moments are among those of films that are shown already.
      const firstNew = (await hrefs()).find((href) => !firstHrefs.includes(href));
      await page.waitForFunction(
        (href) => (document.activeElement as HTMLAnchorElement).href === href,
        firstNew,
      );
      const count = await moments.count();
      await moments.nth(count - 2).scrollIntoViewIfNeeded();
      const scrollPosition = await page.evaluate(() => scrollY);
      await moments.nth(count - 2).click();
      await page.waitForURL(/\/films\//);
      const operations = recordOperations(page);
      await page.goBack();
      await page.waitForURL(/page=2/);
      await page.waitForFunction((y) => Math.abs(scrollY - y) < 40, scrollPosition);
      expect(await moments.count()).toBe(count);
      expect(operations.filter((name) => /Search|More/.test(name))).toEqual([]);
    },
  );

  journey(
    'says that further pages of a shared address could not be loaded, and retries',
    async (context) => {
      const { page, open } = context;
      await open('/topics');
      const fail = (route: Route) =>
        decodeURIComponent(route.request().postData() ?? route.request().url()).includes('MoreMoments')
          ? route.fulfill({
              status: 503,
              json: { errors: [{ message: 'down', extensions: { code: 'OVERLOADED' } }] },
            })
          : route.continue();
      await page.route('**/graphql*', fail);
      await page.evaluate(() => {
        history.pushState(null, '', '/search?q=the&type=moment&page=2');
        dispatchEvent(new PopStateEvent('popstate'));
      });
      const notice = page.getByRole('main').getByText('The server is overloaded.');
      await notice.waitFor();
      const moments = page.locator('main ol a');
      const firstCount = await moments.count();
      expect(firstCount).toBeGreaterThan(0);
      await page.unroute('**/graphql*', fail);
      await page.getByRole('button', { name: 'Retry' }).click();
      await notice.waitFor({ state: 'detached' });
      expect(await moments.count()).toBeGreaterThan(firstCount);
    },
    { allowedErrors: /503/ },
  );

  journey('stays on the page that the reader opens while more results load', async ({ page, open }) => {
    await open('/search?q=the&type=moment');
    const release = await holdRequests(page, 'MoreMoments');
    await page.getByRole('link', { name: 'Load more' }).click();
    await page.getByRole('link', { name: 'Loading more' }).waitFor();
    await page.getByRole('link', { name: 'Topics' }).first().click();
    await page.waitForURL(/\/topics$/);
    await release();
    await page.getByRole('heading', { level: 1, name: 'Topics' }).waitFor();
    await waitForFrames(page);
    expect(new URL(page.url()).pathname).toBe('/topics');
  });
}
