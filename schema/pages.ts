/** What the gateway and the server half of the web app (`web/entry.server.tsx`) expect of each other: types only. */

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

/** The preview with which a page is rendered. */
export interface PagePreview {
  /** The versions of documents that it shows: `drafts`, `published` or releases. */
  readonly perspective: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** The origins of the Studio, which may frame the page. */
  readonly studioOrigins: readonly string[];
  /** An editor's session, or a link to this page only. */
  readonly kind: 'session' | 'link';
  /** True for the session of a shared preview of the Studio, whose reader may be no editor. */
  readonly isShared: boolean;
  /** True in a frame, e.g. of the Presentation tool, which can show no published page: only the Studio of a session may frame pages. */
  readonly isFramed: boolean;
}

/** What the gateway gives a page. */
export interface PageContext {
  readonly send: SendToGraph;
  /** The public origin of the site, e.g. `https://example.org`. */
  readonly origin: string;
  /** Undefined for readers, who get the published page. */
  readonly preview: PagePreview | undefined;
  /** Returns the address of the description of an error code. */
  errorUrl(code: string): string;
}

/** A page, a redirect, or a resource such as the feed. */
export interface PageResponse {
  readonly status: number;
  /** By lower-case name. A response with `cache-control` must not be cached otherwise. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** False if a part could not be rendered on the server. */
  readonly isComplete: boolean;
}

/** What the page of a rejected request says. */
export interface PageMessage {
  readonly heading: string;
  readonly text: string;
  readonly links: readonly { readonly label: string; readonly href: string }[];
}

/** The server half of the web app. */
export interface Pages {
  /**
   * Responds to a GET request. It never rejects: errors are pages with an error status.
   * @param request its signal aborts when all readers of the page have disconnected
   */
  respond(request: Request, page: PageContext): Promise<PageResponse>;
  /** HTML of errors that the gateway detects before a page is rendered. */
  readonly errorPages: {
    overloaded(retryAfterSeconds: number): string;
    readonly rateLimited: string;
    /** A request that the gateway has rejected, such as one with a link that was revoked. */
    rejected(message: PageMessage): string;
  };
  /** Sources of a Content-Security-Policy that allow the inline scripts of all pages. */
  readonly scriptHashes: readonly string[];
  /** Returns whether other sites may frame the page at this path. */
  isEmbed(path: string): boolean;
}
