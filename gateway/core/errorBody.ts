import type { ErrorCode } from './errors.ts';
import { errorUrl } from './errorUrl.ts';

/** The codes of HTTP errors outside GraphQL. */
export type HttpErrorCode =
  | ErrorCode
  /** The request is not valid HTTP or JSON, or a header is invalid. */
  | 'BAD_REQUEST'
  /** The parameters of a GraphQL request are missing or have other types. */
  | 'BAD_GRAPHQL_REQUEST'
  /** The client accepts no media type of the response. */
  | 'NOT_ACCEPTABLE'
  /** The URL and the headers are too large. */
  | 'HEADERS_TOO_LARGE'
  /** The `Allow` header names the methods of this address. */
  | 'METHOD_NOT_ALLOWED'
  /** The request arrived too slowly. */
  | 'TOO_SLOW'
  | 'WEBHOOK_REJECTED'
  /** A webhook delivery could not be stored. */
  | 'INBOX_UNAVAILABLE'
  /** The event stream is open already, or has an operation with this id. */
  | 'CONFLICT'
  /** The limit of subscription connections is reached. */
  | 'TOO_MANY_CONNECTIONS'
  | 'INTERNAL_SERVER_ERROR';

/** The figures of an error, such as the limit that a request exceeds. */
export type Figures = Readonly<Record<string, unknown>>;

/** The body of an HTTP error, in the format of a GraphQL error. */
export interface ErrorBody {
  readonly errors: readonly [
    {
      readonly message: string;
      readonly extensions: {
        readonly code: HttpErrorCode;
        readonly url: string;
        readonly retryAfter?: number;
      } & Figures;
    },
  ];
}

/**
 * Creates the body of an HTTP error.
 * @param message expected, actual, fix
 * @param figures the figures of the error; `retryAfter` in seconds
 */
export const errorBody = (
  code: HttpErrorCode,
  message: string,
  figures: Figures & { readonly retryAfter?: number } = {},
): ErrorBody => ({ errors: [{ message, extensions: { code, ...figures, url: errorUrl(code) } }] });
