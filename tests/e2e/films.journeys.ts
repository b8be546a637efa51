import { expect } from '@jest/globals';
import { playerState, waitForPlayback } from './support/playerPage.ts';
import type { Journey } from './support/setUpJourneys.ts';

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
      await page.clock.fastForward('45:00');
      const response = await (await refresh).response();
      expect(await response?.text()).toMatch(/\.m3u8\?token=ey/);
    },
    { isIsolated: true },
  );

  journey('shows that a video is being encoded, with a retry button', async ({ page, open }) => {
    await open('/films/chladni');
    const status = page.getByRole('main').getByRole('status').first();
    await status.getByText('Coming soon').waitFor();
    await status.getByRole('button', { name: 'Retry' }).waitFor();
    expect(await page.locator('video').count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Play/ }).count()).toBe(0);
  });

  journey(
    'topic: lists playable films first and the others in a section of their own',
    async ({ page, open }) => {
      await open('/topics/chaos');
      const cards = page
        .getByRole('main')
        .getByRole('article')
        .filter({ has: page.locator('a[href^="/films/"]') });
      expect(
        await cards
          .first()
          .getByText(/Coming soon|Unavailable/)
          .count(),
      ).toBe(0);
      const unavailable = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: 'Coming soon' }) });
      await unavailable.getByRole('article').first().waitFor();
    },
  );
}
