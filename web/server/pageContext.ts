/** A request to `/graphql` of the gateway. */
export interface GraphRequest {
  readonly method: 'GET' | 'POST';
  /** The path with the query string. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface GraphResponse {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** Sends a request to `/graphql` of the gateway. Rejects without a response. */
export type SendToGraph = (request: GraphRequest) => Promise<GraphResponse>;

/** The context of a page on the server. */
export interface PageContext {
  readonly send: SendToGraph;
  /** The public origin of the site, e.g. `https://example.org`. */
  readonly origin: string;
  /** Returns the address of the description of an error code. */
  errorUrl(code: string): string;
}
