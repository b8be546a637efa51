import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Takes a connection that is to become another. */
type OnUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Hands on the requests that ask for a WebSocket. Whatever else a client offers to speak, HTTP/2 above all, it is answered
 * as if it had not (RFC 9110, section 7.8).
 */
export function onWebSocket(server: Server, take: OnUpgrade): void {
  // Node asks it as of 24.9; @types/node does not know it.
  Object.assign(server, { shouldUpgradeCallback: asksForWebSocket });
  server.on('upgrade', take);
}

const asksForWebSocket = ({ headers }: IncomingMessage): boolean =>
  /(^|,)\s*websocket\s*(,|$)/i.test(headers.upgrade ?? '');
