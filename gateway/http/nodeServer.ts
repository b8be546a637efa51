import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { MAX_REQUEST_SECONDS } from './errorHandlers.ts';
import { SOCKET_IDLE_TIMEOUT_MS } from './hooks/connections.ts';

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
      cutListHeaders(request);
      listener(request, response);
    },
  );
  // First of the listeners.
  server.on('upgrade', cutListHeaders);
  return server.setTimeout(SOCKET_IDLE_TIMEOUT_MS);
}

/** The longest values of clients in use have some hundred characters. */
const MAX_LIST_CHARACTERS = 1024;

/** Headers whose values programs parse, in linear time or worse; `true` if their last elements count. */
const LISTS: ReadonlyMap<string, boolean> = new Map([
  ['accept', false],
  ['accept-charset', false],
  ['accept-encoding', false],
  ['accept-language', false],
  ['access-control-request-headers', false],
  ['cache-control', false],
  ['content-type', false],
  ['forwarded', true],
  ['if-match', false],
  ['if-none-match', false],
  ['range', false],
  ['sec-websocket-extensions', false],
  ['sec-websocket-protocol', false],
  // Each proxy appends what it knows to what the client has sent.
  ['x-forwarded-for', true],
  ['x-forwarded-host', true],
  ['x-forwarded-proto', true],
]);

/**
 * Cuts long list headers at 1,024 characters, between two elements, before anything parses them: the parsers of libraries take
 * milliseconds for 16 kB.
 */
export function cutListHeaders({
  rawHeaders,
  headers,
}: Pick<IncomingMessage, 'rawHeaders' | 'headers'>): void {
  let characters = 0;
  for (const text of rawHeaders) characters += text.length;
  if (characters <= MAX_LIST_CHARACTERS) return;
  for (const [name, keepsEnd] of LISTS) {
    const value = headers[name];
    if (typeof value === 'string' && value.length > MAX_LIST_CHARACTERS)
      headers[name] = keepsEnd ? endOf(value) : startOf(value);
  }
}

function startOf(value: string): string {
  const start = value.slice(0, MAX_LIST_CHARACTERS);
  const end = start.lastIndexOf(',');
  return end < 0 ? start : start.slice(0, end);
}

function endOf(value: string): string {
  const end = value.slice(-MAX_LIST_CHARACTERS);
  return end.slice(end.indexOf(',') + 1);
}
