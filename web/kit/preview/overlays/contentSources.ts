/** Returns the attribute `data-sanity` of a part of a response; undefined for a part without a known source. */
type FindSource = (part: unknown) => string | undefined;

const listeners = new Set<() => void>();
let find: FindSource = () => undefined;

/** Calls a listener after every response with sources. Returns the function that unsubscribes. */
export function subscribeToSources(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the attribute `data-sanity` of a part of a response; undefined without a preview, and for a part of no document. */
export const findSource: FindSource = (part) => find(part);

/** Tells that a response has added sources. @param current finds them */
export function publishSources(current: FindSource): void {
  find = current;
  for (const listener of listeners) listener();
}
