import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DOCUMENTED_ORIGIN } from '../../../gateway/sites/docs/markdown/operationPrograms.ts';

/** A server with the built app of a guide, which has an origin of its own. */
export interface StarterServer {
  /** Returns the address of the app. @param gatewayUrl replaces the documented address of the gateway */
  urlFor(gatewayUrl: string): string;
  close(): void;
}

/** Serves the app that Vite has built in a folder. */
export async function serveStarter(folder: string): Promise<StarterServer> {
  let gateway = '';
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : `${request.url}`;
    const file = join(folder, 'dist', path);
    if (!existsSync(file)) return response.writeHead(404).end();
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
    const text = readFileSync(file, 'utf8').replaceAll(DOCUMENTED_ORIGIN, gateway);
    return response.writeHead(200, { 'content-type': type }).end(text);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    urlFor(gatewayUrl) {
      gateway = gatewayUrl;
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
