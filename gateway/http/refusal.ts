import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '../errors.ts';

/** The codes of what is refused beside GraphQL, and by what reads requests for it. */
export type RefusalCode =
  | ErrorCode
  /** What came is no request of this address, or none at all. */
  | 'BAD_REQUEST'
  /** The address is asked in other ways; `Allow` names them. */
  | 'METHOD_NOT_ALLOWED'
  /** A request took longer to come than one has. */
  | 'TOO_SLOW'
  | 'WEBHOOK_REFUSED'
  /** A delivery could not be written down. */
  | 'INBOX_UNAVAILABLE'
  /** As many connections for subscriptions are open as may be. */
  | 'TOO_MANY_CONNECTIONS'
  | 'INTERNAL_SERVER_ERROR';

/** What a refused request is answered with, wherever it was refused: an error as GraphQL has them. */
export interface Refusal {
  readonly errors: readonly [
    {
      readonly message: string;
      readonly extensions: { readonly code: RefusalCode; readonly retryAfter?: number };
    },
  ];
}

/**
 * @param message what was expected, what came, what to do
 * @param retryAfter seconds after which the same may be asked again
 */
export const refusalOf = (code: RefusalCode, message: string, retryAfter?: number): Refusal => ({
  errors: [{ message, extensions: { code, ...(retryAfter !== undefined && { retryAfter }) } }],
});

/** Answers on a connection that no server's reply belongs to, and ends it. `Retry-After` is told where the refusal has one. */
export function refuseOnSocket(socket: Duplex, status: number, refusal: Refusal): void {
  const body = JSON.stringify(refusal);
  const { retryAfter } = refusal.errors[0].extensions;
  socket.on('error', () => socket.destroy());
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'connection: close',
      'content-type: application/json; charset=utf-8',
      'cache-control: no-store',
      `content-length: ${Buffer.byteLength(body)}`,
      ...(retryAfter === undefined ? [] : [`retry-after: ${retryAfter}`]),
      '',
      body,
    ].join('\r\n'),
    // One who goes on talking would keep the connection.
    () => socket.destroy(),
  );
}
