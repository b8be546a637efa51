import { expect } from '@jest/globals';
import { waitForFrames } from '../support/accessibility.ts';
import { failScript } from '../support/pageScripts.ts';
import { playerState, waitForPlayback } from '../support/playerPage.ts';
import type { Journey } from '../support/setUpJourneys.ts';

/** The asset of the sample that could not be encoded. No film of the sample has it. */
const FAILED_VIDEO = 'iPTHS4LHmAvBLFnEb7gnPTlPO8hZ902EYyTWqn00NHUq';

/** Tests of the film page with its player, transcript and chapters, and of lists of films. */
export function filmsReleaseJourneys(journey: Journey): void {
  journey('seeks to a line of the transcript', async ({ page, open }) => {
    await open('/films/lorenz');
    await page.getByRole('button', { name: /^Play/ }).click();
    await waitForPlayback(page, 0);
    await page.getByRole('button', { name: /Everywhere at once/ }).click();
    await waitForPlayback(page, 10.9);
    expect((await playerState(page)).currentTime).toBeLessThan(14);
  });

  journey('starts at the time in the URL', async ({ page, open }) => {
    await open('/films/ripples?t=0:06');
    await waitForPlayback(page, 6);
    expect((await playerState(page)).currentTime).toBeLessThan(11);
  });

  journey(
    'stays when the code of a dialog cannot be loaded',
    async ({ page, open }) => {
      const { requested } = await failScript(page, 'ShareFilmDialog');
      await open('/films/lorenz');
      await page.getByRole('button', { name: 'Share' }).click();
      await requested;
      await waitForFrames(page);
      await page.getByRole('heading', { level: 1, name: 'Lorenz’s butterfly' }).waitFor();
    },
    { allowedErrors: /404/ },
  );

  journey(
    'shows a playback error with a retry button, and no broken thumbnails',
    async ({ page, stack, open }) => {
      await stack.setFaults('media', [{ kind: 'status', status: 404, path: '\\.m3u8$|/thumbnail' }]);
      try {
        await open('/films/lorenz?t=5');
        await page.getByText('The video stopped loading').waitFor();
        await page.getByRole('heading', { name: 'Related films' }).scrollIntoViewIfNeeded();
        await page.getByText('Not available right now').first().waitFor();
        await page.waitForFunction(() => {
          const images = [...document.querySelectorAll<HTMLImageElement>('main img')];
          return images.every(({ complete, naturalWidth }) => !complete || naturalWidth > 0);
        });
      } finally {
        await stack.setFaults('media');
      }
      await page.getByRole('button', { name: 'Retry' }).click();
      await waitForPlayback(page, 5);
    },
    // Stills that another journey has loaded would not fail.
    { isIsolated: true, allowedErrors: /\.m3u8|thumbnail/ },
  );

  journey('opens from the home page, with its image and a play button', async ({ page, open }) => {
    await open('/');
    const title = page.getByRole('main').getByRole('article').first().getByRole('heading');
    const name = (await title.textContent()) ?? '';
    await title.getByRole('link').click();
    await page.waitForURL(/\/films\/[\w-]+$/);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByRole('button', { name: /^Play/ }).waitFor();
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('main img')].some((image) => image.naturalWidth >= 960),
    );
  });

  journey('shows that a video could not be encoded, without the cause', async ({ page, stack, open }) => {
    await stack.editor.create({
      _id: 'film-failed',
      _type: 'film',
      title: 'Failed',
      slug: { current: 'failed' },
      video: FAILED_VIDEO,
    });
    try {
      await open('/films/failed');
      const status = page.getByRole('main').getByRole('status').first();
      await status.getByText('Unavailable').waitFor();
      await status.getByText(/You can read about it below/).waitFor();
      expect(
        await page
          .getByRole('main')
          .getByText(/input file|video track/)
          .count(),
      ).toBe(0);
      await open('/embed/films/failed');
      await status.getByText('Unavailable').waitFor();
      expect(await status.textContent()).not.toMatch(/below/);
    } finally {
      await stack.editor.delete('film-failed');
    }
  });
}
