import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { DataRouter } from 'react-router';
import type { QueryClient } from '../../data/queryClient.ts';
import { startPreview as startSession } from '../../kit/preview/startPreview.ts';
import { type PendingChanges, refetchStale } from '../live-updates/refetchStale.ts';
import { BANNER_ID, BannerRoot } from './bannerMarkup.tsx';
import { endPreview } from './endPreview.ts';
import { readPreview } from './previewState.ts';
import { sessionRequests } from './requestGate.ts';

/** Everything that the page shows can have changed: drafts of all documents that it reads. */
const ALL: PendingChanges = { documents: new Map(), videoIds: new Set(), hasMissedChanges: true };

/** Starts what a page in preview has besides the published one. Runs once, after hydration. */
export function startPreview(queryClient: QueryClient, router: Pick<DataRouter, 'navigate'>): void {
  const preview = readPreview();
  if (!preview) return;
  const root = createRoot(replaceBanner());
  let stop = () => {};
  const leave = async () => {
    // Requests after the end of the session would be rejected.
    stop();
    sessionRequests.close();
    const hasEnded = await endPreview();
    if (!hasEnded) sessionRequests.open();
    return hasEnded;
  };
  const render = (hasEnded: boolean) =>
    root.render(<BannerRoot preview={preview} hasEnded={hasEnded} onLeave={leave} />);
  // At once: no frame is without the banner.
  flushSync(() => render(false));
  if (preview.kind !== 'session') return;
  stop = startSession({
    session: preview,
    url: '/graphql',
    navigate: (url, options) => void router.navigate(url, options),
    async refetch() {
      queryClient.invalidate();
      await refetchStale(await queryClient.loadClient(), ALL);
    },
    onEnded: () => render(true),
  });
}

/**
 * Replaces the banner of the server, and returns the shadow root of the new one. The banner is not hydrated, because it has times in
 * the time zone of the browser.
 */
function replaceBanner(): ShadowRoot {
  const host = document.createElement('div');
  host.id = BANNER_ID;
  document.getElementById(BANNER_ID)?.replaceWith(host);
  return host.attachShadow({ mode: 'open' });
}
