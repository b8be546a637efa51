import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rawExchange } from './rawExchange.ts';

/** A plain HTTP server of Node. Where it responds to a connection, a gateway has to respond too. */
export interface ReferenceServer {
  /** Returns whether the bytes contain a complete request, or one that cannot be completed. */
  responds(bytes: readonly string[]): Promise<boolean>;
  close(): void;
}

/** Most responses take less than a millisecond; incomplete requests have none. */
const RESPONSE_TIMEOUT_MS = 60;

export async function openReferenceServer(): Promise<ReferenceServer> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.end());
  });
  server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    async responds(bytes) {
      const { text } = await rawExchange(origin, bytes, RESPONSE_TIMEOUT_MS);
      return text !== '';
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
