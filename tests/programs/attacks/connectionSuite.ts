import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { type Attack, firstFailure } from './attack.ts';
import { rawConnection } from './rawConnection.ts';

/** The gateway's timeout for slow clients, and the delay that a busy machine may add. */
const SLOW_CLIENT_TIMEOUT_MS = 10_000;
const TOLERANCE_MS = 5_000;
/** Responses that are requested and not read: more than the socket buffers of both sides hold. */
const UNREAD_RESPONSES = 500;
const SLOW_CONNECTIONS = 30;
const SLOW_WRITE_INTERVAL_MS = 400;
/** A redirect takes some milliseconds on a busy machine; a search that starts again at each slash takes 200. */
const MAX_REDIRECT_MS = 50;
const SLASH_REQUESTS = 20;
/** WebSockets that one address opens, and the number that the gateway accepts. */
const OPENED_WEBSOCKETS = 80;
const MAX_WEBSOCKETS = 50;

/** The last three would be repeated or interpreted in the examples of the documentation. */
const INVALID_HOSTS = [
  'host: a\r\nhost: b\r\n',
  'host: [\r\n',
  'host: a b\r\n',
  'host: %\r\n',
  'host: \r\n',
  "host: a$'$'$'\r\n",
  'host: a:@b\r\n',
  `host: ${'a'.repeat(260)}\r\n`,
];

/** Attacks on the connection: slow clients, request smuggling, path traversal and connection floods. */
export const CONNECTION_ATTACKS: readonly Attack[] = [
  {
    name: 'slow headers (Slowloris)',
    requirement: 'the connections close within 10 s',
    isSlow: true,
    run: ({ url }) => writeSlowly(url, 'GET / HTTP/1.1\r\nhost: x\r\n', 'x: y\r\n'),
  },
  {
    name: 'a slow body',
    requirement: 'the connections close within 10 s',
    isSlow: true,
    run: ({ url }) =>
      writeSlowly(
        url,
        'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n',
        ' ',
      ),
  },
  {
    name: 'a client that does not read responses',
    requirement: 'the connection closes before all responses are sent',
    isSlow: true,
    async run({ url }) {
      const { text } = await rawConnection(
        url,
        async (socket) => {
          socket.pause();
          socket.write('GET /schema.graphql HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(UNREAD_RESPONSES));
          // A paused socket does not see that the connection is closed.
          await sleep(SLOW_CLIENT_TIMEOUT_MS + TOLERANCE_MS);
          socket.resume();
        },
        SLOW_CLIENT_TIMEOUT_MS + 3 * TOLERANCE_MS,
      );
      const responseCount = text.split('HTTP/1.1 200').length - 1;
      return responseCount === UNREAD_RESPONSES
        ? `expected the connection to close, got all ${UNREAD_RESPONSES} responses`
        : undefined;
    },
  },
  {
    name: 'request smuggling with Content-Length and Transfer-Encoding',
    requirement: '400, and no response to the second request',
    async run({ url }) {
      const { text } = await rawConnection(
        url,
        (socket) =>
          void socket.write(
            'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 4\r\n' +
              'transfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\nhost: x\r\n\r\n',
          ),
        TOLERANCE_MS,
      );
      return firstFailure([
        !text.startsWith('HTTP/1.1 400') && `expected 400, got ${text.slice(0, 40)}`,
        text.includes('trivium_') && 'expected no response to the smuggled request, got /metrics',
      ]);
    },
  },
  {
    name: 'several and invalid Host headers',
    requirement: '400 for each, and no 5xx',
    async run({ url }) {
      const body = '{"query":"{ __typename }"}';
      const statuses = await Promise.all(
        INVALID_HOSTS.map(async (hosts) => {
          const head = `POST /graphql HTTP/1.1\r\n${hosts}content-type: application/json\r\nconnection: close\r\n`;
          const { text } = await rawConnection(
            url,
            (socket) => void socket.write(`${head}content-length: ${body.length}\r\n\r\n${body}`),
            TOLERANCE_MS,
          );
          return `${JSON.stringify(hosts)}: ${text.split(' ')[1]}`;
        }),
      );
      const other = statuses.filter((status) => !status.endsWith(' 400'));
      return other.length > 0 ? `expected 400, got ${other.join('; ')}` : undefined;
    },
  },
  {
    name: 'paths of slashes',
    requirement: `${SLASH_REQUESTS} redirects of 15 kB take less than ${SLASH_REQUESTS * MAX_REDIRECT_MS} ms`,
    async run({ url }) {
      const path = `/docs/${'/'.repeat(15_000)}a/`;
      const startedAt = performance.now();
      for (let i = 0; i < SLASH_REQUESTS; i++) {
        const { status } = await fetch(`${url}${path}`, { redirect: 'manual' });
        if (status !== 308) return `expected 308, got ${status}`;
      }
      const ms = performance.now() - startedAt;
      return ms < SLASH_REQUESTS * MAX_REDIRECT_MS
        ? undefined
        : `expected less time, got ${ms.toFixed(0)} ms`;
    },
  },
  {
    name: 'path traversal',
    requirement: 'no file outside of the served folders, no 5xx',
    async run({ url }) {
      const paths = [
        '/assets/../../package.json',
        '/..%2f..%2fpackage.json',
        '/%2e%2e/%2e%2e/package.json',
        '/explorer/..%2f..%2f..%2fpackage.json',
        '/..\\..\\package.json',
        '//etc/passwd',
        '/explorer/%00',
      ];
      const texts = await Promise.all(
        paths.map((path) =>
          rawConnection(
            url,
            (socket) => void socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`),
            TOLERANCE_MS,
          ),
        ),
      );
      return firstFailure(
        texts.map(
          ({ text }, i) =>
            /"private": true|root:x:|HTTP\/1.1 5/.test(text) &&
            `${paths[i]}: expected no file and no 5xx, got ${text.slice(0, 60)}`,
        ),
      );
    },
  },
  {
    name: 'a flood of WebSockets',
    requirement: `${MAX_WEBSOCKETS} WebSockets for one address, 429 for the others`,
    isExclusive: true,
    run: ({ url }) => openWebSockets(url),
  },
];

/** Sends the start of a request and then a few bytes at a time: the gateway must close the connections. */
async function writeSlowly(url: string, start: string, next: string): Promise<string | undefined> {
  const writeOne = () =>
    rawConnection(
      url,
      async (socket, isClosed) => {
        for (socket.write(start); !isClosed(); await sleep(SLOW_WRITE_INTERVAL_MS)) socket.write(next);
      },
      SLOW_CLIENT_TIMEOUT_MS + TOLERANCE_MS,
    );
  const results = await Promise.all(Array.from({ length: SLOW_CONNECTIONS }, writeOne));
  const open = results.filter(({ closedAfterMs }) => closedAfterMs === undefined).length;
  return open > 0 ? `expected ${SLOW_CONNECTIONS} closed connections, ${open} are still open` : undefined;
}

async function openWebSockets(url: string): Promise<string | undefined> {
  const sockets = Array.from(
    { length: OPENED_WEBSOCKETS },
    () => new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws'),
  );
  try {
    const statuses = await Promise.all(
      sockets.map(
        (socket) =>
          new Promise<number>((resolve) => {
            socket.once('open', () => resolve(101));
            socket.once('unexpected-response', (_request, { statusCode = 0 }) => resolve(statusCode));
            socket.once('error', () => resolve(0));
          }),
      ),
    );
    const countOf = (status: number) => statuses.filter((each) => each === status).length;
    const [accepted, rejected] = [countOf(101), countOf(429)];
    return accepted === MAX_WEBSOCKETS && rejected === OPENED_WEBSOCKETS - MAX_WEBSOCKETS
      ? undefined
      : `expected ${MAX_WEBSOCKETS} WebSockets of one address and 429 for the others, got ${accepted} and ${rejected}`;
  } finally {
    for (const socket of sockets) socket.terminate();
  }
}
