import { createRoot } from 'react-dom/client';
import type { DataRouter } from 'react-router';
import type { Queries } from '../../data/queries.ts';
import { startPreview as startSession } from '../../kit/preview/startPreview.ts';
import { type PendingChanges, refetchStale } from '../live-updates/refetchStale.ts';
import { PreviewBanner } from './PreviewBanner.tsx';
import css from './previewBanner.css?inline';
import { readPreview } from './previewState.ts';

/** Everything that the page shows can have changed: drafts of all documents that it reads. */
const ALL: PendingChanges = { documents: new Map(), videoIds: new Set(), hasMissedChanges: true };

/** Starts what a page in preview has besides the published one. Runs once, after hydration. */
export function startPreview(queries: Queries, router: Pick<DataRouter, 'navigate'>): void {
  const preview = readPreview();
  if (!preview) return;
  // Outside of the page, whose markup is that of the published page. Its styles are in no sheet that readers load.
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host.attachShadow({ mode: 'open' }));
  let stop = () => {};
  const render = (hasEnded: boolean) =>
    root.render(
      <>
        <style>{css}</style>
        <PreviewBanner preview={preview} hasEnded={hasEnded} onLeave={() => stop()} />
      </>,
    );
  render(false);
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
