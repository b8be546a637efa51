import { expect } from '@jest/globals';
import { holdScript } from '../../support/pageScripts.ts';
import { playerState, videoOf, waitForHydration, waitForPlayback } from '../../support/playerPage.ts';
import type { Journey } from '../../support/setUpJourneys.ts';

const FILM = '/films/lorenz';

/** Tests of the time from the press of “Play” to the first frame, of Save-Data, and of the end of a film. */
export function playbackReleaseJourneys(journey: Journey): void {
  journey('play button: shows that the film is loading until its first frame', async ({ page, open }) => {
    const script = await holdScript(page, 'Player');
    await open(FILM);
    const play = page.getByRole('button', { name: /^Play/ });
    const label = await play.boundingBox();
    await play.press('Enter');
    const loading = page.getByRole('button', { name: 'Loading Lorenz’s butterfly' });
    await loading.waitFor();
    expect(await loading.boundingBox()).toEqual(label);
    expect(await loading.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByRole('main').getByRole('status').getByText('Loading', { exact: true }).waitFor();
    await script.requested;
    script.release();
    await waitForPlayback(page, 0.2);
    expect(await loading.count()).toBe(0);
    const player = page.getByRole('region', { name: 'Video player: Lorenz’s butterfly' });
    expect(await player.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  journey(
    'poster: has 2560 pixels in wide windows',
    async ({ page, open }) => {
      await open(FILM);
      const width = await page.locator('[data-player-root] img').evaluate(async (image: HTMLImageElement) => {
        // The width of an image with candidates depends on its place, so the file is decoded without them.
        const file = new Image();
        file.src = image.currentSrc;
        await file.decode();
        return file.naturalWidth;
      });
      expect(width).toBe(2560);
    },
    { width: 3400, height: 1900 },
  );

  journey(
    'first frame: has at least 720 lines in a new browser, for each film',
    async ({ page, open }) => {
      await page.addInitScript(() => {
        // What a new Chromium reports before it has measured its line.
        Object.defineProperty(navigator, 'connection', {
          value: { effectiveType: '4g', downlink: 1.55 },
        });
        // The files of this page, from this machine, would show a broad line.
        performance.getEntriesByType = () => [];
      });
      await open('/films');
      const films = page
        .getByRole('main')
        .getByRole('article')
        .filter({ has: page.getByRole('time') });
      const paths = await films
        .getByRole('heading')
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
      expect(paths.length).toBeGreaterThan(10);
      const widths: Record<string, number> = {};
      for (const path of paths) {
        await open(path);
        const play = page.getByRole('button', { name: /^Play/ }).first();
        await waitForHydration(play);
        await play.click();
        await videoOf(page).evaluate(
          (video: HTMLVideoElement) =>
            new Promise((resolve) => {
              if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) resolve(null);
              else video.addEventListener('loadeddata', resolve, { once: true });
            }),
        );
        const { videoWidth } = await playerState(page);
        if (videoWidth < 1280) widths[path] = videoWidth;
      }
      expect(widths).toEqual({});
    },
    { width: 1440, height: 900, isIsolated: true },
  );

  journey('captions: are above the preview of the seek bar', async ({ page, open }) => {
    await open(`${FILM}?t=2`);
    await waitForPlayback(page, 2.2);
    await page.locator('[data-captions]').getByText(/\w/).first().waitFor();
    await page.keyboard.press('k');
    const bar = page.locator('media-time-range');
    await bar.hover();
    const preview = bar.locator('media-preview-thumbnail[slot="preview"]');
    await preview.waitFor();
    await page.waitForFunction(() => {
      const caption = document.querySelector('[data-captions] span')?.getBoundingClientRect();
      const image = document
        .querySelector('media-preview-thumbnail[slot="preview"]')
        ?.getBoundingClientRect();
      return caption && image && image.height > 50 && caption.bottom <= image.top && caption.top > 0;
    });
  });

  journey(
    'Save-Data: does not prefetch the player',
    async ({ page, open }) => {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'connection', { value: { saveData: true, downlink: 10 } });
      });
      const players: string[] = [];
      page.on('request', (request) => {
        if (/\/assets\/Player-/.test(request.url())) players.push(request.url());
      });
      await open(FILM);
      const play = page.getByRole('button', { name: /^Play/ });
      await play.hover();
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      expect(await page.locator('link[rel="prefetch"]').count()).toBe(0);
      expect(players).toEqual([]);
      await play.click();
      await waitForPlayback(page, 0.2);
    },
    { isIsolated: true },
  );

  journey(
    'end: shows the poster in place of the last frame until the film plays again',
    async ({ page, open }) => {
      await open(`${FILM}?t=14`);
      await waitForPlayback(page, 14);
      await page.getByText(/^Up next/).waitFor();
      const poster = page.locator('[data-player-root] img[srcset*="1600w"]');
      await poster.waitFor();
      expect(await poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      await page.waitForFunction(() => {
        const video = document.querySelector('video[slot="media"]');
        return video && getComputedStyle(video).opacity === '0';
      });
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Replay' }).click();
      await waitForPlayback(page, 0.2);
      expect(await poster.count()).toBe(0);
      await page.waitForFunction(() => {
        const video = document.querySelector('video[slot="media"]');
        return video && getComputedStyle(video).opacity === '1';
      });
      expect(await videoOf(page).count()).toBe(1);
    },
  );
}
