import { createRoot } from 'react-dom/client';
import type { DataRouter } from 'react-router';
import type { Queries } from '../../data/queries.ts';
import { createRefetch, followDrafts } from './followDrafts.ts';
import { PreviewBanner } from './PreviewBanner.tsx';
import css from './previewBanner.css?inline';
import { readPreview } from './previewState.ts';

/** Starts what a page in preview has besides the published one. Runs once, after hydration. */
export function startPreview(queries: Queries, router: Pick<DataRouter, 'navigate'>): void {
  const preview = readPreview();
  if (!preview) return;
  // Outside of the page, whose markup is that of the published page. Its styles are in no sheet that readers load.
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host.attachShadow({ mode: 'open' }));
  let stopFollowing = () => {};
  const render = (hasEnded: boolean) =>
    root.render(
      <>
        <style>{css}</style>
        <PreviewBanner preview={preview} hasEnded={hasEnded} onLeave={() => stopFollowing()} />
      </>,
    );
  render(false);
  if (preview.kind !== 'session') return;
  const refetch = createRefetch(queries);
  stopFollowing = followDrafts(refetch, () => render(true));
  void import('./overlays/startPageOverlays.ts').then(({ startPageOverlays }) =>
    startPageOverlays({ preview, navigate: router.navigate, refetch }),
  );
}
