import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { type Campaign, firstFault } from './attack.ts';
import { rawConnection } from './rawConnection.ts';

/** Milliseconds within which a slow client is sent away, and what a busy machine may add. */
const LONGEST = 10_000;
const LATENESS = 5_000;
/** Answers that are asked for and not read: more than the buffers between the two hold. */
const UNREAD = 500;
/** Connections of one slow attack at once. */
const SLOW_ONES = 30;
/** Connections for subscriptions that one address asks for, and has at most. */
const FLOOD = 80;
const MOST_CONNECTIONS = 50;

/** Attacks by the way a client speaks rather than by what it says. */
export const CONNECTION_CAMPAIGNS: readonly Campaign[] = [
  {
    name: 'headers that never end',
    isSlow: true,
    run: ({ url }) => slowly(url, 'GET / HTTP/1.1\r\nhost: x\r\n', 'x: y\r\n'),
  },
  {
    name: 'a body that never ends',
    isSlow: true,
    run: ({ url }) =>
      slowly(
        url,
        'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n',
        ' ',
      ),
  },
  {
    name: 'a reader who never reads',
    isSlow: true,
    async run({ url }) {
      const { text } = await rawConnection(
        url,
        async (socket) => {
          socket.pause();
          socket.write('GET /schema.graphql HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(UNREAD));
          // One who does not read does not see that the connection has ended either.
          await sleep(LONGEST + LATENESS);
          socket.resume();
        },
        LONGEST + 3 * LATENESS,
      );
      const came = text.split('HTTP/1.1 200').length - 1;
      return came === UNREAD ? 'expected the connection to be closed, all was still answered' : undefined;
    },
  },
  {
    name: 'two lengths of one request',
    async run({ url }) {
      const { text } = await rawConnection(
        url,
        (socket) =>
          void socket.write(
            'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 4\r\n' +
              'transfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\nhost: x\r\n\r\n',
          ),
        LATENESS,
      );
      return firstFault([
        !text.startsWith('HTTP/1.1 400') && `expected 400, got ${text.slice(0, 40)}`,
        text.includes('trivium_') && 'the second request was answered',
      ]);
    },
  },
  {
    name: 'files beside those that are served',
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
            LATENESS,
          ),
        ),
      );
      return firstFault(
        texts.map(
          ({ text }, i) =>
            /"private": true|root:x:|HTTP\/1.1 5/.test(text) && `${paths[i]} answered ${text.slice(0, 60)}`,
        ),
      );
    },
  },
  { name: 'a flood of subscribers', isAlone: true, run: ({ url }) => flood(url) },
];

/** Says a beginning and then a little every now and then; the connections must end within the time a request has. */
async function slowly(url: string, beginning: string, little: string): Promise<string | undefined> {
  const drip = () =>
    rawConnection(
      url,
      async (socket, isOver) => {
        for (socket.write(beginning); !isOver(); await sleep(400)) socket.write(little);
      },
      LONGEST + LATENESS,
    );
  const ended = await Promise.all(Array.from({ length: SLOW_ONES }, drip));
  const open = ended.filter(({ closedAfter }) => closedAfter === undefined).length;
  return open > 0 ? `expected ${SLOW_ONES} connections to be closed, ${open} stay open` : undefined;
}

async function flood(url: string): Promise<string | undefined> {
  const sockets = Array.from(
    { length: FLOOD },
    () => new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws'),
  );
  try {
    const came = await Promise.all(
      sockets.map(
        (socket) =>
          new Promise<number>((resolve) => {
            socket.once('open', () => resolve(101));
            socket.once('unexpected-response', (_request, { statusCode = 0 }) => resolve(statusCode));
            socket.once('error', () => resolve(0));
          }),
      ),
    );
    const [accepted, refused] = [101, 429].map((status) => came.filter((one) => one === status).length);
    return accepted === MOST_CONNECTIONS && refused === FLOOD - MOST_CONNECTIONS
      ? undefined
      : `expected ${MOST_CONNECTIONS} connections of one address and 429 for the others, got ${accepted} and ${refused}`;
  } finally {
    for (const socket of sockets) socket.terminate();
  }
}
