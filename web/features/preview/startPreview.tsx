import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { DataRouter } from 'react-router';
import type { Queries } from '../../data/queries.ts';
import { startPreview as startSession } from '../../kit/preview/startPreview.ts';
import { type PendingChanges, refetchStale } from '../live-updates/refetchStale.ts';
import { BANNER_ID, BannerRoot } from './bannerMarkup.tsx';
import { endPreview } from './endPreview.ts';
import { readPreview } from './previewState.ts';
import { sessionRequests } from './requestGate.ts';

/** Everything that the page shows can have changed: drafts of all documents that it reads. */
const ALL: PendingChanges = { documents: new Map(), videoIds: new Set(), hasMissedChanges: true };

/** Starts what a page in preview has besides the published one. Runs once, after hydration. */
export function startPreview(queries: Queries, router: Pick<DataRouter, 'navigate'>): void {
  const preview = readPreview();
  if (!preview) return;
  const root = createRoot(bannerShadowRoot());
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
      queries.invalidate();
      await refetchStale(await queries.loadClient(), ALL);
    },
    onEnded: () => render(true),
  });
}

/**
 * Returns the shadow root of the banner, empty: React adds to what a shadow root contains. Browsers without declarative shadow
 * roots get a new one.
 */
function bannerShadowRoot(): ShadowRoot {
  const host = document.getElementById(BANNER_ID) ?? document.createElement('div');
  if (!host.isConnected) document.body.append(host);
  host.shadowRoot?.replaceChildren();
  return host.shadowRoot ?? host.attachShadow({ mode: 'open' });
}
