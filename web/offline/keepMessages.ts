/** What a page sends to the service worker so that it keeps a copy of a page. */
export interface KeepMessage {
  readonly path: string;
  /** The name of the cache of this page. Each page has its own. */
  readonly cacheName: string;
}

/** The answer of the service worker. */
export interface KeepAnswer {
  /** The size of the copy; null if the server does not send the page. */
  readonly bytes: number | null;
  /** Why there is no answer of the server. */
  readonly error?: string;
}
