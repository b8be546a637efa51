import { holdScript } from '../support/pageScripts.ts';
import { waitForPlayback } from '../support/playerPage.ts';
import type { Journey } from '../support/setUpJourneys.ts';

const FILM = '/films/lorenz';

/** Tests of the time from the press of “Play” to the first frame, of Save-Data, and of the end of a film. */
export function playbackJourneys(journey: Journey): void {
  journey(
    'play button: shows that the film is loading after a press before hydration',
    async ({ page, stack }) => {
      const script = await holdScript(page, 'entry.client');
      await page.goto(`${stack.url}${FILM}`, { waitUntil: 'commit' });
      await page.getByRole('button', { name: /^Play/ }).click();
      await page.getByRole('button', { name: /^Loading/ }).waitFor();
      await script.requested;
      script.release();
      await waitForPlayback(page, 0.2);
    },
  );
}
