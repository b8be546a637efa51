/**
 * Ignores the messages of windows of other sites. The overlays take every window that speaks as the Presentation tool for it, also a
 * page of another site that has opened this one: it would get the titles and ids of drafts, and could change the perspective.
 * To be called before the overlays start, so that its listener is the first one.
 * @param origins of the Studio; messages of this site are never ignored
 * @returns ends it
 */
export function ignoreOtherOrigins(origins: readonly string[]): () => void {
  const ignore = (event: MessageEvent) => {
    if (event.origin !== location.origin && !origins.includes(event.origin)) event.stopImmediatePropagation();
  };
  // Listeners that capture run before all others.
  window.addEventListener('message', ignore, { capture: true });
  return () => window.removeEventListener('message', ignore, { capture: true });
}
