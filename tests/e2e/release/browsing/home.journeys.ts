import { expect } from '@jest/globals';
import { lead } from '../../browsing/home.journeys.ts';
import type { Journey } from '../../support/setUpJourneys.ts';

/** The height of the page at 1440 × 900 in CSS pixels: half of what six shelves of films took. */
const MAX_HEIGHT = 3_600;

/** Tests of the home page. */
export function homeReleaseJourneys(journey: Journey): void {
  journey(
    'says what the publication is, and is at most 3,600 pixels high',
    async ({ page, open }) => {
      await open('/');
      const main = page.getByRole('main');
      expect(await main.getByRole('heading', { level: 1 }).textContent()).toBe('Moving Figures');
      await main.getByText('A science quarterly that moves.').waitFor();
      await main.getByText(/^A science quarterly that moves\. Short films of mathematics/).waitFor();
      await page.addStyleTag({ content: '* { content-visibility: visible !important }' });
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(
        MAX_HEIGHT,
      );
    },
    { width: 1440, height: 900 },
  );

  journey(
    'phone in landscape: shows the whole lead film above the fold',
    async ({ page, open }) => {
      await open('/');
      const box = await lead(page).boundingBox();
      expect(box && box.y + box.height).toBeLessThanOrEqual(390);
      const watch = await lead(page)
        .getByRole('link', { name: /^Watch/ })
        .boundingBox();
      expect(watch && watch.y + watch.height).toBeLessThanOrEqual(390);
    },
    { width: 844, height: 390, isTouch: true },
  );

  journey(
    'phone: plays the lead film in its smallest size',
    async ({ page, open }) => {
      await open('/');
      await lead(page).getByRole('button', { name: 'Pause preview' }).waitFor();
      expect(
        await page.locator('main video').evaluate((element: HTMLVideoElement) => element.currentSrc),
      ).toMatch(/\/360p\.mp4$/);
    },
    { width: 390, height: 844, isTouch: true },
  );

  journey('stops the lead film while it is out of view', async ({ page, open }) => {
    await open('/');
    await lead(page).getByRole('button', { name: 'Pause preview' }).waitFor();
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.waitForFunction(() => document.querySelector<HTMLVideoElement>('main video')?.paused);
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForFunction(() => !document.querySelector<HTMLVideoElement>('main video')?.paused);
  });

  journey(
    'shows the poster of the lead film and a link to it without scripts',
    async ({ page, open }) => {
      await open('/');
      expect(await page.locator('main video').count()).toBe(0);
      const images = lead(page).locator('img');
      expect(await images.count()).toBe(1);
      expect(await images.getAttribute('srcset')).toMatch(/ 2560w$/);
      await lead(page)
        .getByRole('link', { name: /^Watch/ })
        .click();
      await page.waitForURL(/\/films\/[\w-]+$/);
    },
    { javaScriptEnabled: false },
  );
}
