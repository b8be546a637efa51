/** What a page needs of the server that it is made on. */
export interface PageContext {
  /** Fresh for each page; the policy sent with it allows scripts that carry it. */
  readonly nonce: string;
  /** Reaches the graph at `/graphql`. */
  readonly fetch: typeof globalThis.fetch;
  /** Where the magazine is published, e.g. `https://example.org`. */
  readonly origin: string;
}
