import type { Figures, HttpErrorCode } from './errorBody.ts';
import { HttpError } from './httpError.ts';

/** The codes of rejections: 429 if the client has to send less, 503 if the gateway cannot serve it at the moment. */
const STATUSES = {
  RATE_LIMITED: 429,
  TOO_MANY_REQUESTS: 429,
  TOO_MANY_CONNECTIONS: 429,
  OVERLOADED: 503,
  ACCESS_UNAVAILABLE: 503,
  INBOX_UNAVAILABLE: 503,
} as const satisfies Partial<Record<HttpErrorCode, number>>;

/** The limit that rejects a request with status 429, where several limits have the same code. */
export type RejectionReason =
  /** The points of the caller. */
  | 'POINTS'
  /** The points of an address for requests with invalid credentials. */
  | 'INVALID_CREDENTIALS'
  /** A number of actions in an hour. */
  | 'HOURLY_LIMIT'
  /** Requests in progress on one connection. */
  | 'PIPELINED_REQUESTS'
  /** Operations of the caller that wait. */
  | 'WAITING_OPERATIONS'
  /** The operation has waited until its timeout. */
  | 'WAITED_TOO_LONG'
  /** Bytes of responses that the address has not read. */
  | 'UNREAD_RESPONSES';

/** A request that is rejected for now. The same request can succeed after the seconds of `Retry-After`. */
export class Rejected extends HttpError {
  /**
   * @param message expected, actual, fix
   * @param figures the reason and the figures of the limit, before `retryAfter`
   */
  constructor(
    code: keyof typeof STATUSES,
    message: string,
    retryAfterSeconds: number,
    figures: Figures & { readonly reason?: RejectionReason } = {},
  ) {
    super(STATUSES[code], code, message, [['retry-after', String(retryAfterSeconds)]], {
      ...figures,
      retryAfter: retryAfterSeconds,
    });
  }
}

/** Seconds after which a client retries a request that is rejected because of the load. */
export const OVERLOAD_RETRY_AFTER_SECONDS = 2;

/** Creates the error of a request that is rejected because of the load. */
export const overloaded = (): Rejected =>
  new Rejected(
    'OVERLOADED',
    `the gateway is overloaded; retry in ${OVERLOAD_RETRY_AFTER_SECONDS} seconds`,
    OVERLOAD_RETRY_AFTER_SECONDS,
  );
