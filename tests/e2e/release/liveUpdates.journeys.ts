import { uploadVideo, waitForSubscriptions } from '../../support/subscriber.ts';
import { heading, openSubscribed } from '../liveUpdates.journeys.ts';
import type { Journey } from '../support/setUpJourneys.ts';

/** Tests of pages that are open while documents change. */
export function liveUpdatesReleaseJourneys(journey: Journey): void {
  journey('film page: shows the player when the video becomes ready', async (context) => {
    const { page, stack } = context;
    const asset = await uploadVideo(stack);
    await stack.editor.create({
      _id: 'film-arriving',
      _type: 'film',
      title: 'Arriving',
      slug: { current: 'arriving' },
      video: { _type: 'mux.video', asset: { _ref: 'arriving-video', _type: 'reference', _weak: true } },
      credits: [],
    });
    await stack.editor.create({ _id: 'arriving-video', _type: 'mux.videoAsset', assetId: asset });
    await openSubscribed(context, '/films/arriving');
    await page.getByRole('button', { name: /^Play/ }).waitFor();
  });

  journey(
    'film page: disconnects while it is in the back/forward cache, and updates afterwards',
    async (context) => {
      const { page, stack } = context;
      await openSubscribed(context, '/films/life');
      await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
      await waitForSubscriptions(stack.url, 0);
      await stack.editor.patch('film-life').set({ title: 'Life, meanwhile' }).commit();
      await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
      await heading(page, 'Life, meanwhile').waitFor();
    },
  );
}
