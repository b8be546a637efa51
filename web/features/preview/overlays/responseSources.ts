import { addElementSources, type ElementSources } from './elementSources.ts';
import { encodeTexts } from './encodeTexts.ts';
import type { MappedResponse } from './responseSourceMap.ts';

/** The sources in the responses of this page. */
export const elementSources: ElementSources = new Map();
const listeners = new Set<() => void>();

/** Calls a listener after every response with sources. Returns the function that unsubscribes. */
export function subscribeToSources(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the data of a response with the sources of its texts (`encodeTexts`), and keeps the other sources for overlays. */
export function readResponse(response: MappedResponse, studioUrl: string): unknown {
  addElementSources(elementSources, response, studioUrl);
  for (const listener of listeners) listener();
  return encodeTexts(response, studioUrl);
}
