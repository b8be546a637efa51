import { createServer, type RequestListener, type Server } from 'node:http';
import { MAX_REQUEST_SECONDS } from './errorHandlers.ts';
import { cutListHeaders } from './hooks/listHeaders.ts';
import { SOCKET_IDLE_TIMEOUT_MS } from './hooks/slowClients.ts';

const HEADERS_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 1000 * MAX_REQUEST_SECONDS;
/** Interval at which Node checks both timeouts. */
const TIMEOUT_CHECK_INTERVAL_MS = 1_000;
/** Fastify's default. Proxies close idle connections earlier. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;

/** Creates the server that Fastify listens with. Requests and upgrades have their list headers cut. */
export function createNodeServer(listener: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
      // A seventh of the time of a small request; see `endEmptyBodies`.
      optimizeEmptyRequests: true,
    },
    (request, response) => {
      cutListHeaders(request.headers);
      listener(request, response);
    },
  );
  // First of the listeners.
  server.on('upgrade', ({ headers }) => cutListHeaders(headers));
  return server.setTimeout(SOCKET_IDLE_TIMEOUT_MS);
}
