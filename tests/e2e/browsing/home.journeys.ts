import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { waitForPlayback } from '../support/playerPage.ts';
import type { Journey } from '../support/setUpJourneys.ts';

export const lead = (page: Page) => page.getByRole('main').getByRole('article').first();
const leadTime = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLVideoElement>('main video')?.currentTime ?? 0);

/** Tests of the home page. */
export function homeJourneys(journey: Journey): void {
  journey('shows each film and article once, and none that cannot be played', async ({ page, open }) => {
    await open('/');
    const cards = page.getByRole('main').getByRole('article');
    const paths = await cards
      .getByRole('heading')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(paths.length).toBeGreaterThan(12);
    expect(paths).toEqual([...new Set(paths)]);
    expect(await cards.getByText(/Coming soon|Unavailable/).count()).toBe(0);
  });

  journey('plays the lead film as a silent loop that can be paused', async ({ page, open }) => {
    await open('/');
    const pause = lead(page).getByRole('button', { name: 'Pause preview' });
    await pause.waitFor();
    const video = page.locator('main video');
    expect(
      await video.evaluate((element: HTMLVideoElement) => [element.muted, element.loop, element.currentSrc]),
    ).toEqual([true, true, expect.stringMatching(/\/1080p\.mp4$/)]);
    await page.waitForFunction(
      () => (document.querySelector<HTMLVideoElement>('main video')?.currentTime ?? 0) > 0.3,
    );
    await pause.click();
    await lead(page).getByRole('button', { name: 'Play preview' }).waitFor();
    expect(await video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);
  });

  journey(
    'keeps the still of the lead film for readers who prefer reduced motion or save data',
    async ({ page, open }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await open('/');
      expect(await page.locator('video').count()).toBe(0);
      await page.emulateMedia({ reducedMotion: null });
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
      });
      await open('/');
      expect(await page.locator('video').count()).toBe(0);
      await page.locator('[data-accent] a').first().focus();
      expect(await leadTime(page)).toBe(0);
    },
    { isIsolated: true },
  );

  journey('plays the lead film on its page after Watch', async ({ page, open }) => {
    await open('/');
    const title = (await lead(page).getByRole('heading').textContent()) ?? '';
    await lead(page)
      .getByRole('link', { name: `Watch ${title}` })
      .click();
    await page.waitForURL(/\/films\/[\w-]+$/);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await waitForPlayback(page, 0.2);
  });
}
