import { expect } from '@jest/globals';
import { within } from '../support/within.ts';
import { activeCaptions, playerState, waitForPlayback } from './support/playerPage.ts';
import type { Journey } from './support/setUpJourneys.ts';
import { unreadyFilm } from './support/unreadyFilm.ts';

/** Tests of the film page with its player, transcript and chapters, and of lists of films. */
export function filmsJourneys(journey: Journey): void {
  journey(
    'plays a public video with captions, and marks the current line of the transcript',
    async ({ page, open }) => {
      await open('/films/lorenz');
      await page.getByRole('button', { name: /^Play/ }).click();
      await waitForPlayback(page, 1);
      expect((await playerState(page)).videoWidth).toBeGreaterThanOrEqual(640);
      const transcript = page.getByRole('complementary', { name: 'Chapters and transcript' });
      await transcript.locator('button[aria-current="true"]').getByText('A single golden thread').waitFor();
      await page.locator('[data-captions]').getByText('golden thread').waitFor();
    },
  );

  journey(
    'captions and transcript: have the language of the browser until the reader chooses another one',
    async ({ page, open }) => {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'languages', { value: ['de-AT', 'de', 'en'] });
      });
      await open('/films/lorenz?t=1');
      const transcript = page.getByRole('complementary', { name: 'Chapters and transcript' });
      await transcript.getByText('Ein einziger goldener Faden').waitFor();
      await waitForPlayback(page, 1);
      expect((await activeCaptions(page)).language).toBe('de');
      await page.getByLabel('Transcript and caption language').selectOption('en');
      await transcript.getByText('A single golden thread').waitFor();
      await open('/films/boids?t=1');
      await waitForPlayback(page, 1);
      expect((await activeCaptions(page)).language).toBe('en');
    },
    { isIsolated: true },
  );

  journey('starts at a chapter and marks it as current', async ({ page, open }) => {
    await open('/films/lorenz');
    const chapter = page.getByRole('link', { name: /The butterfly/ });
    await chapter.click();
    await waitForPlayback(page, 7.5);
    expect((await playerState(page)).currentTime).toBeLessThan(12);
    expect(await chapter.getAttribute('aria-current')).toBe('true');
  });

  journey('plays a signed video with its token, and gets 403 without it', async ({ page, stack, open }) => {
    await open('/films/gray-scott');
    const stream = page.waitForRequest((request) => /\.m3u8/.test(request.url()));
    await page.getByRole('button', { name: /^Play/ }).click();
    await waitForPlayback(page, 1);
    const url = new URL((await stream).url());
    expect(url.searchParams.get('token')).toMatch(/^ey/);
    expect(url.origin).toBe(stack.emulators.media.url);
    expect((await fetch(`${url.origin}${url.pathname}`)).status).toBe(403);
  });

  journey(
    'refreshes signed URLs before they expire',
    async ({ page, open }) => {
      await page.clock.install();
      await open('/films/gray-scott');
      await page.getByRole('button', { name: /^Play/ }).waitFor();
      const refresh = page.waitForRequest((request) => request.postData()?.includes('SignedUrls') ?? false);
      let isRequested = false;
      void refresh.then(() => {
        isRequested = true;
      });
      // The part of the player that sets the timer loads after the page.
      await within(5_000, async () => {
        await page.clock.fastForward('45:00');
        expect(isRequested).toBe(true);
      });
      const response = await (await refresh).response();
      expect(await response?.text()).toMatch(/\.m3u8\?token=ey/);
    },
    { isIsolated: true },
  );

  journey('shows that a video is not ready yet', async ({ page, open }) => {
    await open('/films/sunflower');
    const status = page.getByRole('main').getByRole('status').first();
    await status.getByText('Coming soon').waitFor();
    await status.getByText('It appears here as soon as it is.').waitFor();
    expect(await page.locator('video').count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Play/ }).count()).toBe(0);
  });

  journey(
    'lists: films that cannot be played are lines of text after the others, with a day and “Watch later”',
    async ({ page, stack, open }) => {
      const { title, topics, collections, articles } = await unreadyFilm(stack);
      const paths = [
        '/films',
        `/topics/${topics[0]?.slug}`,
        `/collections/${collections.nodes[0]?.slug}`,
        `/articles/${articles.nodes[0]?.slug}`,
      ];
      for (const path of paths) {
        await open(path);
        const line = page
          .getByRole('main')
          .getByRole('article')
          .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
          .last();
        await line.getByText(/^Expected \d+ \w+ \d{4}$/).waitFor();
        await line.getByRole('button', { name: `Watch later ${title}`, exact: true }).waitFor();
        expect(await line.locator('img').count()).toBe(0);
        expect((await line.boundingBox())?.height).toBeLessThan(100);
        const cards = await page
          .getByRole('main')
          .locator('article article, ul article, ol article')
          .filter({ has: page.locator('a[href^="/films/"]') })
          .evaluateAll((elements) => elements.map((element) => element.querySelector('img') !== null));
        expect([path, cards.lastIndexOf(true)]).toEqual([path, cards.filter(Boolean).length - 1]);
      }
    },
  );

  journey('collection: counts what can be played, and its end offers the next one', async (context) => {
    const { page, stack, open } = context;
    const { collections } = await unreadyFilm(stack);
    const slug = collections.nodes[0]?.slug ?? '';
    await open(`/collections/${slug}`);
    const steps = page.getByRole('main').locator('ol').getByRole('article');
    const count = await steps.count();
    expect(await steps.locator('img').count()).toBe(count);
    await steps.last().getByRole('link').first().click();
    const navigation = page.getByRole('navigation', { name: 'Collection' });
    await navigation.getByText(`${count} of ${count}`).waitFor();
    await navigation.getByRole('link', { name: /^Next collection/ }).waitFor();
    await page.getByRole('button', { name: /^Play/ }).click();
    await waitForPlayback(page, 0.2);
    await page.keyboard.press('End');
    const title = await navigation.getByRole('link').nth(1).textContent();
    await page
      .getByRole('status')
      .filter({ hasText: `End of “${title}”` })
      .waitFor();
    const overlay = page.locator('[data-player-root]');
    await overlay.getByRole('link').click();
    await page.waitForURL((url) => url.pathname.startsWith('/collections/') && !url.pathname.endsWith(slug));
  });

  journey(
    'film page: says when it was published, by which program, and under which licence',
    async (context) => {
      const { page, stack, open } = context;
      await open('/films/lorenz');
      await page.getByText('Published 2 March 2026').waitFor();
      await page.getByText('schema/sample/render/films/lorenz.ts').waitFor();
      await page.getByRole('link', { name: 'MIT License' }).waitFor();
      const { slug } = await unreadyFilm(stack);
      await open(`/films/${slug}`);
      await page
        .getByText(/^Expected \d+ \w+ \d{4}$/)
        .first()
        .waitFor();
      expect(await page.getByText(/^Published/).count()).toBe(0);
    },
  );

  journey('related articles: begin with the one that shows the film', async ({ page, open }) => {
    await open('/films/lorenz');
    const articles = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Related articles' }) })
      .getByRole('article');
    expect(await articles.first().getByRole('heading').textContent()).toBe('Three digits short');
  });
}
