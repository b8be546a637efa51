import { describe, expect } from '@jest/globals';
import { horizontalOverflow, violationsInBothThemes } from '../support/accessibility.ts';
import { setUpJourneys } from '../support/setUpJourneys.ts';

const journey = setUpJourneys({ env: { APP: 'reader', LOCALES: 'en,de' } });

const PAGES = [
  '/',
  '/content/films',
  '/content/films/lorenz',
  '/content/articles/enough-circles',
  '/search?q=circle',
  '/nowhere',
];

describe('reader', () => {
  journey('has no accessibility violations', async ({ page, stack }) => {
    for (const path of PAGES) {
      await page.goto(`${stack.url}${path}`);
      expect([path, await violationsInBothThemes(page)]).toEqual([path, []]);
    }
  });

  journey(
    'fits a window of 320 pixels',
    async ({ page, stack }) => {
      for (const path of PAGES) {
        await page.goto(`${stack.url}${path}`);
        expect([path, await horizontalOverflow(page)]).toEqual([path, []]);
      }
    },
    { width: 320, height: 640 },
  );

  journey(
    'leads from the home page to a document, and finds it, without a script',
    async ({ page, stack }) => {
      await page.goto(stack.url);
      await page.getByRole('link', { name: 'Films' }).first().click();
      await page.getByRole('link', { name: 'Title' }).click();
      await page.getByRole('link', { name: 'Lorenz’s butterfly' }).click();
      await page.getByRole('heading', { level: 1, name: 'Lorenz’s butterfly' }).waitFor();
      await page.getByRole('searchbox').fill('butterfly');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Lorenz’s butterfly' }).waitFor();
    },
    { javaScriptEnabled: false },
  );

  journey('plays a video with hls.js in a browser that has no HLS', async ({ page, stack }) => {
    await page.addInitScript(() => {
      HTMLMediaElement.prototype.canPlayType = () => '';
    });
    // Without the MP4 file, only the stream is left.
    await page.route(`${stack.url}/content/films/lorenz`, async (route) => {
      const response = await route.fetch();
      const html = (await response.text())
        .replace(/<source src="[^"]*" type="video\/mp4">/, '')
        .replace(/<source src="([^"]*)" type="application[^>]*>/, '')
        .replace(
          '<video ',
          `<video data-hls="${hlsUrlOf(await (await fetch(response.url())).text())}" muted `,
        );
      await route.fulfill({ response, body: html });
    });
    await page.goto(`${stack.url}/content/films/lorenz`);
    const video = page.locator('video');
    await video.scrollIntoViewIfNeeded();
    await page.waitForFunction(() => document.querySelector('video')?.src.startsWith('blob:'));
    await video.evaluate((element: HTMLVideoElement) => element.play());
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2);
  });
});

const hlsUrlOf = (html: string): string => /<source src="([^"]*\.m3u8[^"]*)"/.exec(html)?.[1] ?? '';
