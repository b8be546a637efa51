import { enableVisualEditing, type HistoryAdapter } from '@sanity/visual-editing';
import { browserHistory } from './browserHistory.ts';
import { elementSources } from './responseSources.ts';
import { watchPage } from './watchPage.ts';

/** How the Presentation tool of the Studio and a page act on each other. */
export interface OverlayOptions {
  /** Opens a page of this site. Default: the browser loads it. */
  readonly navigate?: ((url: string, options: { readonly replace: boolean }) => void) | undefined;
  /** Requests the data of the page again, after an edit or when the editor presses the button to refresh. */
  readonly refresh?: (() => Promise<unknown>) | undefined;
  /** Shows another perspective: `drafts`, `published`, or a stack of releases. Default: the tool loads the page again. */
  readonly onPerspectiveChange?: ((perspective: string) => void) | undefined;
  /** Default: above everything else. */
  readonly zIndex?: number | undefined;
}

/** Starts overlays, which lead an editor from a text, picture or video of the page to its field in the Studio. Returns the function that ends them. */
export function startOverlays({
  navigate,
  refresh,
  onPerspectiveChange,
  zIndex,
}: OverlayOptions): () => void {
  const history: HistoryAdapter = browserHistory(navigate);
  const disable = enableVisualEditing({
    history,
    ...(zIndex !== undefined && { zIndex }),
    ...(refresh && { refresh: async () => void (await refresh()) }),
    ...(onPerspectiveChange && {
      onPerspectiveChange: (perspective) => onPerspectiveChange([perspective].flat().join(',')),
    }),
  });
  const unwatch = watchPage(elementSources);
  return () => {
    unwatch();
    disable();
  };
}
