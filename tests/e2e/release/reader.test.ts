import { describe, expect } from '@jest/globals';
import { declareLayoutJourneys } from '../support/layoutJourneys.ts';
import { setUpJourneys } from '../support/setUpJourneys.ts';

const journey = setUpJourneys({ env: { SITES: 'reader', LOCALES: 'en,de' } });

const PAGES = [
  '/content/films/lorenz?field=topics',
  '/content/films/lorenz?field=chapters',
  '/content/articles/enough-circles',
  '/search?q=circle',
  '/nowhere',
];

describe('reader', () => {
  declareLayoutJourneys(journey, PAGES);

  journey(
    'seeks the video to a chapter, and opens the transcript in wide windows',
    async ({ page, stack }) => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(`${stack.url}/content/films/lorenz`);
      await page.waitForFunction(() => document.querySelector('details.transcript')?.hasAttribute('open'));
      await page.evaluate(() => {
        for (const video of document.querySelectorAll('video')) video.muted = true;
      });
      await page.getByRole('link', { name: 'The butterfly' }).first().click();
      await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) >= 7.5);
    },
  );

  journey('keeps the links of the navigation in their places on all pages', async ({ page, stack }) => {
    const places: unknown[] = [];
    for (const path of ['/', '/content/films', '/content/people']) {
      await page.goto(`${stack.url}${path}`);
      const links = page.locator('header .sections a');
      places.push(await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().x)));
    }
    expect(places[1]).toEqual(places[0]);
    expect(places[2]).toEqual(places[0]);
  });

  journey('plays a video with hls.js in a browser that has no HLS', async ({ page, stack }) => {
    // The sample has MP4 files. Without them, only the stream is left. Module scripts run after this event.
    await page.addInitScript(() => {
      HTMLMediaElement.prototype.canPlayType = () => '';
      document.addEventListener('readystatechange', () => {
        const video = document.querySelector('video');
        const sources = [...(video?.querySelectorAll('source') ?? [])];
        if (!video || sources.length === 0) return;
        video.muted = true;
        video.dataset.hls = sources.find(({ src }) => src.includes('.m3u8'))?.src ?? '';
        for (const source of sources) source.remove();
      });
    });
    await page.goto(`${stack.url}/content/films/lorenz`);
    const video = page.locator('video');
    await video.scrollIntoViewIfNeeded();
    await page.waitForFunction(() => document.querySelector('video')?.src.startsWith('blob:'));
    await video.evaluate((element: HTMLVideoElement) => element.play());
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2);
  });
});
