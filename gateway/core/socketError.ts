import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody, type HttpErrorCode } from './errorBody.ts';
import type { HttpError } from './httpError.ts';

/**
 * A rejected connection is still read for this long: closing it while the client writes causes a reset, and the response
 * is lost (RFC 9112, 9.6).
 */
const LINGER_MS = 500;
const answeredSockets = new WeakSet<Duplex>();

/**
 * Writes an HTTP error to a raw socket and ends it, once per socket.
 * @returns false when nothing was written
 */
export function writeErrorToSocket(
  socket: Duplex,
  { status, headers, message, extensions }: HttpError,
): boolean {
  if (answeredSockets.has(socket)) return false;
  answeredSockets.add(socket);
  if (!socket.writable) {
    socket.destroy();
    return false;
  }
  const { http: _, code, ...figures } = extensions;
  const body = JSON.stringify(errorBody(code as HttpErrorCode, message, figures));
  socket.on('error', () => socket.destroy());
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'connection: close',
      'content-type: application/json; charset=utf-8',
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      `content-length: ${Buffer.byteLength(body)}`,
      ...headers.map(([name, value]) => `${name}: ${value}`),
      '',
      body,
    ].join('\r\n'),
  );
  socket.resume();
  // A client that keeps sending would hold the connection open.
  const end = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(end));
  return true;
}
