import type { PagePreview } from '../../../../schema/pages.ts';
import { startOverlays } from './startOverlays.ts';

interface PageOverlayOptions {
  readonly preview: PagePreview;
  /** Opens a page of the app. */
  navigate(url: string, options: { readonly replace: boolean }): unknown;
  /** Requests the data of the page again. */
  refetch(): Promise<unknown>;
}

/** Starts the overlays of a page in the session of an editor, and follows the perspective of the Studio. */
export function startPageOverlays({ preview, navigate, refetch }: PageOverlayOptions): void {
  startOverlays({
    navigate: (url, options) => void navigate(url, options),
    refresh: refetch,
    async onPerspectiveChange(perspective) {
      if (releasesOf(perspective) === releasesOf(preview.perspective)) return;
      const { ok } = await fetch('/api/preview/perspective', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-preview': '1' },
        body: JSON.stringify({ perspective }),
      });
      if (ok) location.reload();
    },
  });
}

/** Returns a perspective without the drafts below its releases, which every stack of releases has. */
const releasesOf = (perspective: string): string => perspective.replace(/(.),drafts$/, '$1');
