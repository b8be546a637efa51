/** The context of a page on the server. */
export interface PageContext {
  /** Sends requests to `/graphql` of the gateway. */
  readonly fetch: typeof globalThis.fetch;
  /** The public origin of the site, e.g. `https://example.org`. */
  readonly origin: string;
}
