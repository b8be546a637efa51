import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Journey } from './browser.ts';

/** The film on the page, once it is there. */
const film = (page: Page): Locator => page.locator('video');

/** Waits until the film on the page has come to this second while it plays. */
const playsPast = (page: Page, seconds: number) =>
  page.waitForFunction((at) => {
    const film = document.querySelector('video');
    return film && !film.paused && film.videoWidth > 0 && film.currentTime > at;
  }, seconds);

/** Where the film is, in seconds. */
const secondOf = (page: Page): Promise<number> =>
  film(page).evaluate((element: HTMLVideoElement) => element.currentTime);

/** Films as a reader watches them. */
export function filmJourneys(journey: Journey): void {
  journey('the front page leads to a film, and its picture is there', async ({ page, open }) => {
    await open('/');
    const title = page.getByRole('main').getByRole('heading', { level: 1 });
    const name = (await title.textContent()) ?? '';
    await title.getByRole('link').click();
    await page.waitForURL(/\/films\/[\w-]+$/);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByRole('button', { name: /^Play/ }).waitFor();
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('main img')].some((one) => one.naturalWidth >= 960),
    );
  });

  journey('a film plays, and its clock and its words go on with it', async ({ page, open }) => {
    await open('/films/lorenz');
    await page.getByRole('button', { name: /^Play/ }).click();
    await playsPast(page, 1);
    const size = await film(page).evaluate((element: HTMLVideoElement) => element.videoWidth);
    expect(size).toBeGreaterThanOrEqual(640);
    const words = page.getByRole('complementary', { name: 'Chapters and words' });
    await words.locator('button[aria-current="true"]').getByText('A single golden thread').waitFor();
  });

  journey('a chapter leads to its second, and is marked once it is on', async ({ page, open }) => {
    await open('/films/lorenz');
    const chapter = page.getByRole('link', { name: /The butterfly/ });
    await chapter.click();
    await playsPast(page, 7.5);
    expect(await secondOf(page)).toBeLessThan(12);
    expect(await chapter.getAttribute('aria-current')).toBe('true');
  });

  journey('a line of the transcript leads to its second', async ({ page, open }) => {
    await open('/films/lorenz');
    await page.getByRole('button', { name: /^Play/ }).click();
    await playsPast(page, 0);
    await page.getByRole('button', { name: /Now they are everywhere at once/ }).click();
    await playsPast(page, 10.9);
    expect(await secondOf(page)).toBeLessThan(14);
  });

  journey('an address with a time opens the film there', async ({ page, open }) => {
    await open('/films/ripples?t=0:06');
    await playsPast(page, 6);
    expect(await secondOf(page)).toBeLessThan(11);
  });

  journey(
    'a signed film plays by its token, and by no address without one',
    async ({ page, house, open }) => {
      await open('/films/gray-scott');
      const stream = page.waitForRequest((request) => /\.m3u8/.test(request.url()));
      await page.getByRole('button', { name: /^Play/ }).click();
      await playsPast(page, 1);
      const address = new URL((await stream).url());
      expect(address.searchParams.get('token')).toMatch(/^ey/);
      expect(address.origin).toBe(house.emulators.media.url);
      expect((await fetch(`${address.origin}${address.pathname}`)).status).toBe(403);
    },
  );

  journey(
    'a signed film has new addresses before the old ones expire',
    async ({ page, open }) => {
      await page.clock.install();
      await open('/films/gray-scott');
      await page.getByRole('button', { name: /^Play/ }).waitFor();
      const renewal = page.waitForRequest(
        (request) => request.postData()?.includes('FreshAddresses') ?? false,
      );
      await page.clock.fastForward('15:00');
      const answer = await (await renewal).response();
      expect(await answer?.text()).toMatch(/\.m3u8\?token=ey/);
    },
    { alone: true },
  );

  journey('a film that is being encoded says so, and can be looked for again', async ({ page, open }) => {
    await open('/films/chladni');
    const status = page.getByRole('main').getByRole('status').first();
    await status.getByText('Still being developed').waitFor();
    await status.getByRole('button', { name: 'Look again' }).waitFor();
    expect(await film(page).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Play/ }).count()).toBe(0);
  });

  journey('a film that could not be encoded says so, in words for readers', async ({ page, open }) => {
    await open('/films/double-pendulum');
    const status = page.getByRole('main').getByRole('status').first();
    await status.getByText('Lost in development').waitFor();
    await status.getByText(/What there is to read about it is below/).waitFor();
    expect(
      await page
        .getByRole('main')
        .getByText(/input file|video track/)
        .count(),
    ).toBe(0);
    await open('/embed/films/double-pendulum');
    await status.getByText('Lost in development').waitFor();
    expect(await status.textContent()).not.toMatch(/below/);
  });

  journey(
    'a film that stops arriving says so, and goes on when asked again; stills that do not come leave no mark',
    async ({ page, house, open }) => {
      await house.faults('media', [{ kind: 'status', status: 404, path: '\\.m3u8$|/thumbnail' }]);
      try {
        await open('/films/lorenz?t=5');
        await page.getByText('The reel has torn').waitFor();
        await page.getByRole('heading', { name: 'Close to this' }).scrollIntoViewIfNeeded();
        await page.getByText('Not to be had just now').first().waitFor();
        await page.waitForFunction(() => {
          const stills = [...document.querySelectorAll<HTMLImageElement>('main img')];
          return stills.every(({ complete, naturalWidth }) => !complete || naturalWidth > 0);
        });
      } finally {
        await house.faults('media');
      }
      await page.getByRole('button', { name: 'Look again' }).click();
      await playsPast(page, 5);
    },
    { expects: /\.m3u8|thumbnail/ },
  );

  journey(
    'lists of films open with one that can be watched; the rest stands apart',
    async ({ page, open }) => {
      for (const path of ['/films', '/topics/chaos']) {
        await open(path);
        const cards = page
          .getByRole('main')
          .getByRole('article')
          .filter({ has: page.locator('a[href^="/films/"]') });
        expect(
          await cards
            .first()
            .getByText(/in development|being developed/)
            .count(),
        ).toBe(0);
        const toCome = page
          .locator('section')
          .filter({ has: page.getByRole('heading', { name: 'Still to come' }) });
        await toCome.getByRole('article').first().waitFor();
      }
    },
  );
}
