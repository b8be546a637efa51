/** A request that a client has sent. */
export interface RecordedRequest {
  readonly method: string;
  readonly url: URL;
  /** The body; undefined if it is no text. */
  readonly body: string | undefined;
}

/** Returns a `fetch` for a client, and the requests that it has sent. */
export function recordFetch(): { readonly fetch: typeof fetch; readonly requests: RecordedRequest[] } {
  const requests: RecordedRequest[] = [];
  return {
    requests,
    fetch(input, init) {
      const url = new URL(input instanceof Request ? input.url : input);
      const body = typeof init?.body === 'string' ? init.body : undefined;
      requests.push({ method: init?.method ?? 'GET', url, body });
      return fetch(input, init);
    },
  };
}
