import { enableVisualEditing, type HistoryAdapter } from '@sanity/visual-editing';
import { browserHistory, type Navigate } from './browserHistory.ts';
import { ignoreOtherOrigins } from './ignoreOtherOrigins.ts';
import { elementSources } from './responseSources.ts';
import { watchPage } from './watchPage.ts';

/** How the Presentation tool of the Studio and a page act on each other. */
interface OverlayOptions {
  /** The origins of the Studio, whose messages the page follows; none if the Studio is a part of this site. */
  readonly studioOrigins: readonly string[];
  /** Opens a page of this site. Default: the browser loads it. */
  readonly navigate: Navigate | undefined;
  /** Requests the data of the page again, after an edit or when the editor presses the button to refresh. */
  refresh(): Promise<void>;
  /** Shows another perspective: `drafts`, `published`, or a stack of releases. */
  onPerspectiveChange(perspective: string): void;
}

/** Starts overlays, which lead an editor from a text, picture or video of the page to its field in the Studio. Returns the function that ends them. */
export function startOverlays({
  studioOrigins,
  navigate,
  refresh,
  onPerspectiveChange,
}: OverlayOptions): () => void {
  const stopIgnoring = ignoreOtherOrigins(studioOrigins);
  const history: HistoryAdapter = browserHistory(navigate);
  const disable = enableVisualEditing({
    history,
    refresh,
    onPerspectiveChange: (perspective) => onPerspectiveChange([perspective].flat().join(',')),
  });
  const unwatch = watchPage(elementSources);
  return () => {
    unwatch();
    disable();
    stopIgnoring();
  };
}
