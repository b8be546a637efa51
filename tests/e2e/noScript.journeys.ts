import { expect } from '@jest/globals';
import { within } from '../support/within.ts';
import type { Journey } from './support/setUpJourneys.ts';

/** Tests of pages in a browser that runs no JavaScript. */
export function noScriptJourneys(journey: Journey): void {
  journey(
    'searches from the header and from the search page',
    async ({ page, open }) => {
      await open('/');
      await page.getByRole('searchbox', { name: 'Search' }).fill('butterfly');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/search\?q=butterfly$/);
      await page.getByRole('main').getByRole('link', { name: 'Lorenz’s butterfly' }).first().waitFor();
      const field = page.getByRole('searchbox', { name: /^Search films, articles/ });
      await field.fill('wave');
      await field.press('Enter');
      await page.waitForURL(/\/search\?q=wave$/);
      await page.getByText(/for “wave”/).waitFor();
    },
    { javaScriptEnabled: false },
  );

  journey(
    'plays a video in the native player from the time in the URL',
    async ({ page, open }) => {
      await open('/films/lorenz?t=6');
      expect(await page.getByRole('button', { name: 'Theme' }).isVisible()).toBe(false);
      const video = page.locator('video');
      await video.focus();
      await page.keyboard.press('Space');
      const currentTime = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
      const firstPlayedTime = () =>
        video.evaluate(({ played }: HTMLVideoElement) => (played.length > 0 ? played.start(0) : -1));
      await within(10_000, async () => expect(await currentTime()).toBeGreaterThan(6.5));
      expect(await firstPlayedTime()).toBeGreaterThan(5.9);
      expect(await video.locator('track[kind="captions"]').count()).toBeGreaterThan(0);
    },
    { javaScriptEnabled: false },
  );

  journey(
    'shows late content above the footer',
    async ({ page, stack, open }) => {
      await stack.setFaults('search', [{ kind: 'latency', ms: 500 }]);
      try {
        await open('/films/mandelbrot');
      } finally {
        await stack.setFaults('search');
      }
      // The strict locator fails if the placeholder is visible as well.
      const heading = page.getByRole('heading', { name: 'Related films' });
      await heading.waitFor();
      const footer = await page.getByRole('contentinfo').boundingBox();
      expect((await heading.boundingBox())?.y).toBeLessThan(footer?.y ?? 0);
    },
    { javaScriptEnabled: false },
  );
}
