/** A response to a request for a page, a redirect, or a resource such as the feed. */
export interface PageResponse {
  readonly status: number;
  /** By lower-case name. A response with `cache-control` must not be cached otherwise. */
  readonly headers: Readonly<Record<string, string>>;
  /** Resolves when all data is loaded. */
  readonly body: Promise<PageBody>;
  /** The part that the first reader can get before; undefined if no data is late. */
  readonly stream?: PageStream;
}

export interface PageBody {
  readonly text: string;
  /** False if a part could not be rendered on the server. */
  readonly isComplete: boolean;
}

/** A page in two parts. */
export interface PageStream {
  readonly beginning: string;
  /** Resolves when all data is loaded. It never rejects. */
  readonly end: Promise<string>;
}

/** Converts a response whose body is a text. */
export const fromResponse = (response: Response): PageResponse => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  body: response.text().then((text) => ({ text, isComplete: true })),
});
