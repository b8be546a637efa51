/** The context of a page on the server. */
export interface PageContext {
  /** The Content-Security-Policy allows inline scripts with this nonce. Unique per page. */
  readonly nonce: string;
  /** Sends requests to `/graphql` of the gateway. */
  readonly fetch: typeof globalThis.fetch;
  /** The public origin of the site, e.g. `https://example.org`. */
  readonly origin: string;
}
