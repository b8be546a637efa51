import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from './errors.ts';

/** The codes of what is refused beside GraphQL, and by what reads requests for it. */
export type HttpErrorCode =
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
export interface ErrorBody {
  readonly errors: readonly [
    {
      readonly message: string;
      readonly extensions: { readonly code: HttpErrorCode; readonly retryAfter?: number };
    },
  ];
}

/**
 * @param message what was expected, what came, what to do
 * @param retryAfter seconds after which the same may be asked again
 */
export const errorBody = (code: HttpErrorCode, message: string, retryAfter?: number): ErrorBody => ({
  errors: [{ message, extensions: { code, ...(retryAfter !== undefined && { retryAfter }) } }],
});

/**
 * Milliseconds for which a connection that was refused is still read: one that is closed on a client who is writing is
 * reset, and the answer lost (RFC 9112, 9.6).
 */
const LINGER = 500;
const refused = new WeakSet<Duplex>();

/**
 * Answers on a connection that no server's reply belongs to, and ends it; once, whatever else comes by it. `Retry-After`
 * is told where the refusal has one.
 * @returns whether it was answered now
 */
export function writeErrorToSocket(socket: Duplex, status: number, refusal: ErrorBody): boolean {
  if (refused.has(socket)) return false;
  refused.add(socket);
  // Whoever has gone hears nothing.
  if (!socket.writable) {
    socket.destroy();
    return false;
  }
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
  );
  socket.resume();
  // One who goes on talking would keep the connection.
  const end = setTimeout(() => socket.destroy(), LINGER).unref();
  socket.once('close', () => clearTimeout(end));
  return true;
}
