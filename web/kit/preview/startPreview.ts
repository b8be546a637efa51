import { combineRefetches, followDrafts, type Refetch } from './followDrafts.ts';
import type { Navigate } from './overlays/browserHistory.ts';
import type { PreviewSession } from './previewSession.ts';

export interface PreviewOptions {
  readonly session: PreviewSession;
  /** The URL of the API, which is of this site. */
  readonly url: string;
  /** Requests the data of the page again. */
  readonly refetch: Refetch;
  /** Opens a page of this site. Default: the browser loads it. */
  readonly navigate?: Navigate | undefined;
  /** Called when the session was ended elsewhere, or has expired. */
  onEnded(): void;
}

/**
 * Starts what a page has in the session of an editor: it follows drafts, and overlays lead from its texts, pictures and videos to
 * their fields in the Studio. The page and the Presentation tool follow one another in their location and perspective.
 * @returns the function that stops it
 */
export function startPreview({ session, url, refetch, navigate, onEnded }: PreviewOptions): () => void {
  const load = combineRefetches(refetch);
  const stopFollowing = followDrafts({ url, refetch: load, onEnded });
  let stopOverlays: (() => void) | undefined;
  let isStopped = false;
  void import('./overlays/startOverlays.ts').then(({ startOverlays }) => {
    if (isStopped) return;
    stopOverlays = startOverlays({
      studioOrigins: session.studioOrigins,
      navigate,
      refresh: load,
      onPerspectiveChange: (perspective) => void changePerspective(session, perspective),
    });
  });
  return () => {
    isStopped = true;
    stopFollowing();
    stopOverlays?.();
  };
}

/** Changes the perspective of the session, and loads the page again. */
async function changePerspective(session: PreviewSession, perspective: string): Promise<void> {
  if (releasesOf(perspective) === releasesOf(session.perspective)) return;
  const { ok } = await fetch('/api/preview/perspective', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-preview': '1' },
    body: JSON.stringify({ perspective }),
  });
  if (ok) location.reload();
}

/** Returns a perspective without the drafts below its releases, which every stack of releases has. */
const releasesOf = (perspective: string): string => perspective.replace(/(.),drafts$/, '$1');
