/** The `domain` of messages of the Presentation tool begins with it. */
const SANITY = 'sanity/';

/**
 * Ignores windows of other sites that speak as the Presentation tool. The overlays take every window that does so for it, also a
 * page of another site that has opened this page: it would get the titles and ids of drafts, and could change the perspective.
 * Other messages, such as messages of an embedded player, reach the page.
 * To be called before the overlays start, so that its listener is the first one.
 * @param origins of the Studio; messages of this site are never ignored
 * @returns ends it
 */
export function ignoreOtherOrigins(origins: readonly string[]): () => void {
  const ignore = (event: MessageEvent) => {
    if (event.origin === location.origin || origins.includes(event.origin)) return;
    if (String(event.data?.domain).startsWith(SANITY)) event.stopImmediatePropagation();
  };
  // Listeners that capture run before all other listeners.
  window.addEventListener('message', ignore, { capture: true });
  return () => window.removeEventListener('message', ignore, { capture: true });
}
