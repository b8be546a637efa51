import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { holdScript } from '../../support/pageScripts.ts';
import { playerState, videoOf, waitForPlayback } from '../../support/playerPage.ts';
import type { Journey } from '../../support/setUpJourneys.ts';

const FILM = '/films/lorenz';

/** Tests of a press of “Play” before hydration. */
export function earlyPressReleaseJourneys(journey: Journey): void {
  journey(
    'early press: plays a small file on a slow line, and the player goes on with its video',
    async ({ page, stack }) => {
      const line = await throttle(page, SLOW_LINE);
      await recordVideoEvents(page);
      const media = recordMedia(page);
      const script = await holdScript(page, 'entry.client');
      await page.goto(`${stack.url}${FILM}`, { waitUntil: 'commit' });
      const { promise: released, resolve: releaseFile } = Promise.withResolvers<void>();
      await page.route(FILE, async (route) => {
        await released;
        await route.continue();
      });
      await page.getByRole('button', { name: /^Play/ }).press('Enter');
      await page.getByRole('button', { name: /^Loading/ }).press('Enter');
      releaseFile();
      await waitForPlayback(page, 0.1);
      const early = await videoOf(page).elementHandle();
      // It covers the poster, and takes the focus of its button.
      expect(await isTopmost(page)).toBe(true);
      expect(await early?.evaluate((video) => video === document.activeElement)).toBe(true);
      await script.requested;
      expect(await page.locator('html[data-hydrated]').count()).toBe(0);
      await line.release();
      script.release();
      await page.getByRole('button', { name: 'Settings' }).waitFor();
      const { currentTime } = await playerState(page);
      await waitForPlayback(page, currentTime);
      expect(await early?.evaluate((video) => video === document.querySelector('video'))).toBe(true);
      expect(await early?.evaluate((video: HTMLVideoElement) => video.controls)).toBe(false);
      const player = page.getByRole('region', { name: 'Video player: Lorenz’s butterfly' });
      expect(await player.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await videoEvents(page)).toEqual(['loadeddata']);
      expect(files(media)).toHaveLength(1);
      expect(media).toEqual(files(media));
    },
    { isIsolated: true },
  );

  journey(
    'early press: stops images on a slow line until the first frame of the film',
    async ({ page, stack }) => {
      const line = await throttle(page, SLOW_LINE);
      const cancelled: string[] = [];
      page.on('requestfailed', (request) => cancelled.push(request.resourceType()));
      const script = await holdScript(page, 'entry.client');
      await page.goto(`${stack.url}${FILM}`, { waitUntil: 'commit' });
      const { promise: released, resolve: releaseFile } = Promise.withResolvers<void>();
      await page.route(FILE, async (route) => {
        await released;
        await route.continue();
      });
      const play = page.getByRole('button', { name: /^Play/ });
      await play.waitFor();
      const sources = await imageSources(page);
      await play.press('Enter');
      await page.locator('[data-file] > video').waitFor({ state: 'attached' });
      expect((await imageSources(page)).filter((source) => source === '').length).toBeGreaterThan(1);
      expect(await visibleImagesWithoutSource(page)).toBe(0);
      // The lead image is also loaded by a link in the head.
      expect(await page.locator('link[rel="preload"][as="image"]').count()).toBe(0);
      releaseFile();
      await waitForPlayback(page, 0.1);
      expect(await imageSources(page)).toEqual(expect.arrayContaining(sources));
      expect(cancelled).toContain('image');
      expect(await page.locator('img[style*="hidden"]').count()).toBe(0);
      await line.release();
      script.release();
      const heading = page.getByRole('heading', { name: 'Related films' });
      await heading.scrollIntoViewIfNeeded();
      const still = page.locator('section', { has: heading }).locator('img').first();
      await page.waitForFunction(
        (image) => image instanceof HTMLImageElement && image.naturalWidth > 0,
        await still.elementHandle(),
      );
    },
    { isIsolated: true, allowedErrors: /ERR_ABORTED/ },
  );

  journey(
    'early press: loads the images of the page if the small file fails',
    async ({ page, stack }) => {
      const line = await throttle(page, SLOW_LINE);
      await page.route(FILE, (route) => route.abort());
      const script = await holdScript(page, 'entry.client');
      await page.goto(`${stack.url}${FILM}`, { waitUntil: 'commit' });
      const play = page.getByRole('button', { name: /^Play/ });
      await play.waitFor();
      const sources = await imageSources(page);
      await play.press('Enter');
      await page.waitForFunction(() => document.querySelector('video')?.error);
      expect(await imageSources(page)).toEqual(expect.arrayContaining(sources));
      await line.release();
      script.release();
    },
    { isIsolated: true, allowedErrors: /ERR_FAILED|ERR_ABORTED/ },
  );

  journey(
    'early press: begins at the moment of the link on a slow line',
    async ({ page, stack }) => {
      const line = await throttle(page, SLOW_LINE);
      await recordVideoEvents(page);
      const script = await holdScript(page, 'entry.client');
      await page.goto(`${stack.url}${FILM}?t=7`, { waitUntil: 'commit' });
      await page.getByRole('button', { name: /^Play/ }).press('Enter');
      await waitForPlayback(page, 7);
      await line.release();
      script.release();
      await page.getByRole('button', { name: 'Settings' }).waitFor();
      await waitForPlayback(page, 7);
      // Chromium seeks to the moment itself, before the first frame.
      expect(await videoEvents(page)).toEqual(['seeking', 'loadeddata']);
    },
    { isIsolated: true },
  );

  journey(
    'early press: a video that the reader has paused stays paused in the player',
    async ({ page, stack }) => {
      const line = await throttle(page, SLOW_LINE);
      const script = await holdScript(page, 'entry.client');
      await page.goto(`${stack.url}${FILM}`, { waitUntil: 'commit' });
      await page.getByRole('button', { name: /^Play/ }).press('Enter');
      await waitForPlayback(page, 0.1);
      await videoOf(page).evaluate((video: HTMLVideoElement) => video.pause());
      const { currentTime } = await playerState(page);
      await line.release();
      script.release();
      await page.getByRole('button', { name: 'Settings' }).waitFor();
      expect(await playerState(page)).toMatchObject({ paused: true, currentTime });
    },
    { isIsolated: true },
  );

  journey(
    'early press: the overlay of the next film is shown if the small file has ended before hydration',
    async ({ page, stack }) => {
      const line = await throttle(page, SLOW_LINE);
      const script = await holdScript(page, 'entry.client');
      await page.goto(`${stack.url}${FILM}?t=14`, { waitUntil: 'commit' });
      await page.getByRole('button', { name: /^Play/ }).press('Enter');
      await page.waitForFunction(() => document.querySelector('video')?.ended);
      await line.release();
      script.release();
      await page.getByText(/^Up next/).waitFor();
    },
    { isIsolated: true },
  );

  journey(
    'early press: plays the stream if the small file fails',
    async ({ page, stack }) => {
      const line = await throttle(page, SLOW_LINE);
      const media = recordMedia(page);
      await page.route(FILE, (route) => route.abort());
      const script = await holdScript(page, 'entry.client');
      await page.goto(`${stack.url}${FILM}`, { waitUntil: 'commit' });
      await page.getByRole('button', { name: /^Play/ }).press('Enter');
      await page.waitForFunction(() => document.querySelector('video')?.error);
      await page.getByRole('button', { name: /^Loading/ }).waitFor();
      await line.release();
      script.release();
      await page.getByRole('button', { name: 'Settings' }).waitFor();
      await waitForPlayback(page, 0.1);
      expect(await videoOf(page).count()).toBe(1);
      expect(files(media)).toHaveLength(1);
    },
    { isIsolated: true, allowedErrors: /ERR_FAILED/ },
  );

  journey(
    'early press: requests no small file on a fast line',
    async ({ page, stack }) => {
      const line = await throttle(page, { kbits: 10_000, latency: 20 });
      const media = recordMedia(page);
      const script = await holdScript(page, 'entry.client');
      await page.goto(`${stack.url}${FILM}`, { waitUntil: 'commit' });
      await page.getByRole('button', { name: /^Play/ }).press('Enter');
      await page.getByRole('button', { name: /^Loading/ }).waitFor();
      await script.requested;
      expect(await videoOf(page).count()).toBe(0);
      await line.release();
      script.release();
      await waitForPlayback(page, 0.1);
      expect(media.length).toBeGreaterThan(0);
      expect(files(media)).toEqual([]);
    },
    { isIsolated: true },
  );
}

const SLOW_LINE = { kbits: 400, latency: 400 };

/** The small file of a video. The segments of its stream are MP4 files too. */
const FILE = /(?<!\/rendition)\/\d+p\.mp4(\?|$)/;

const visibleImagesWithoutSource = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      [...document.images].filter(
        (image) => !image.hasAttribute('src') && image.checkVisibility({ visibilityProperty: true }),
      ).length,
  );

/** Returns the sources of the images that are in the page: an empty string for an image without sources. */
const imageSources = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.images].map((image) =>
      ['srcset', 'src'].flatMap((name) => image.getAttribute(name) ?? []).join(' '),
    ),
  );

/** Limits the line of a page until `release` is called. The latency is in milliseconds. */
const throttle = async (page: Page, { kbits, latency }: typeof SLOW_LINE) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const emulate = (throughput: number, delay: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: delay,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
  await emulate(kbits * 125, latency);
  return { release: () => emulate(-1, 0) };
};

/** Returns the addresses of the media that a page requests from now on, without ranges of a file that it has requested. */
const recordMedia = (page: Page): readonly string[] => {
  const addresses: string[] = [];
  page.on('request', (request) => {
    const isRange = (request.headers().range ?? 'bytes=0-') !== 'bytes=0-';
    if (/\.(mp4|m3u8)(\?|$)/.test(request.url()) && !isRange) addresses.push(request.url());
  });
  return addresses;
};

const files = (addresses: readonly string[]): readonly string[] =>
  addresses.filter((address) => FILE.test(address));

/** Records what interrupts a video, or begins it again. */
const recordVideoEvents = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const events: string[] = [];
    Object.assign(window, { events });
    for (const type of ['loadeddata', 'pause', 'seeking', 'emptied'])
      addEventListener(type, () => events.push(type), true);
  });

const videoEvents = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (window as unknown as { events: string[] }).events);

/** Returns whether nothing covers the middle of the video. */
const isTopmost = (page: Page): Promise<boolean> =>
  videoOf(page).evaluate((video) => {
    const { x, y, width, height } = video.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === video;
  });
