import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../../../../gateway/emulators/shared/faults.ts';
import { rawConnection } from '../../../programs/attacks/rawConnection.ts';
import {
  graphqlPost as post,
  type RawRequest,
  type RawResponse,
  rawRequest,
} from '../../../support/rawRequest.ts';
import type { EmulatorName, Stack } from '../../../support/stack.ts';
import { createSubscriber } from '../../../support/subscriber.ts';

/** A request that fails because of a provider, a limit or the configuration. */
export interface RequestWithFaults {
  readonly title: string;
  readonly faults?: Readonly<Partial<Record<EmulatorName, readonly Fault[]>>>;
  /** Sends the request. Default: once, over HTTP. */
  send?(stack: Stack, request: RawRequest): Promise<Pick<RawResponse, 'status' | 'body'>>;
  readonly request: RawRequest;
  /** True if the response takes seconds, whatever happens on other connections. */
  readonly isSlow?: boolean;
  readonly status: number;
  readonly code: string;
  readonly figures?: Readonly<Record<string, unknown>>;
}

/** The environment of the gateway that receives the requests. */
export const FAULTS_ENV = {
  CONSUME_CHANGES: 'off',
  MAX_SUBSCRIPTION_CONNECTIONS: '1',
  RATE_LIMIT_CALLS: 'search.anonymous=2/1',
  MUX_SIGNING_KEY: '',
  MUX_PRIVATE_KEY: '',
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_AUDIENCE: 'trivium',
};

/** Its limits. */
export const FAULTS_CONFIG = { operationTimeoutMs: 1000, maxResponseBytes: 1024 * 1024 };

/** Requests in progress on one connection. */
const MAX_PIPELINED = 16;
/** The gateway waits 5 s for the headers of a request, and checks every second. */
const CONNECTION_TIMEOUT_MS = 15_000;
const HEADER_INTERVAL_MS = 500;

const FILM = post({ query: '{ film(by: { slug: "lorenz" }) { title } }' });
const moments = (...words: readonly string[]): string =>
  `{ ${words.map((word) => `${word}: moments(query: "${word}") { totalCount }`).join(' ')} }`;
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const TOKEN = `${encoded({ alg: 'ES256', kid: 'a' })}.${encoded({ sub: 'a', exp: 4e9 })}.${'A'.repeat(86)}`;

export const FAILING_REQUESTS: readonly RequestWithFaults[] = [
  {
    title: 'a provider that fails',
    faults: { content: [{ kind: 'status', status: 500 }] },
    request: FILM,
    status: 294,
    code: 'UPSTREAM_UNAVAILABLE',
    figures: { service: 'content' },
  },
  {
    title: 'a provider that does not respond',
    faults: { content: [{ kind: 'hang' }] },
    request: FILM,
    status: 294,
    code: 'UPSTREAM_TIMEOUT',
    figures: { service: 'content' },
  },
  {
    title: 'credentials that a provider rejects',
    faults: { content: [{ kind: 'status', status: 401 }] },
    request: FILM,
    status: 294,
    code: 'UPSTREAM_REJECTED',
    figures: { service: 'content' },
  },
  {
    title: 'a query that a provider rejects',
    faults: { content: [{ kind: 'status', status: 400 }] },
    request: FILM,
    status: 294,
    code: 'UPSTREAM_QUERY_REJECTED',
    figures: { service: 'content' },
  },
  {
    title: 'a signed video without a signing key',
    request: post({ query: '{ film(by: { slug: "gray-scott" }) { video { playback { hlsUrl } } } }' }),
    status: 294,
    code: 'SIGNING_UNAVAILABLE',
    figures: { service: 'media' },
  },
  {
    title: 'a document without a required attribute',
    async send({ url, editor }, request) {
      await editor.patch('film-gray-scott').unset(['title']).commit();
      return rawRequest(url, request);
    },
    request: post({ query: '{ film(by: { slug: "gray-scott" }) { title } }' }),
    status: 294,
    code: 'INCOMPLETE_DOCUMENT',
    figures: { document: 'film-gray-scott', attribute: 'title', found: 'none' },
  },
  {
    title: 'a document with a value of another kind',
    async send({ url, editor }, request) {
      await editor.patch('film-gray-scott').set({ title: 'Restored', chapters: 'one' }).commit();
      return rawRequest(url, request);
    },
    request: post({ query: '{ film(by: { slug: "gray-scott" }) { chapters { title } } }' }),
    status: 294,
    code: 'CONTENT_MISMATCH',
    figures: {
      document: 'film-gray-scott',
      attribute: 'chapters',
      expected: 'a list',
      found: 'string',
    },
  },
  {
    title: 'a lookup that two documents have',
    async send({ url, editor }, request) {
      await editor
        .patch('film-gray-scott')
        .set({ slug: { _type: 'slug', current: 'chladni' } })
        .commit();
      return rawRequest(url, request);
    },
    request: post({ query: '{ film(by: { slug: "chladni" }) { year } }' }),
    status: 294,
    code: 'AMBIGUOUS_LOOKUP',
    figures: { documents: ['film-chladni', 'film-gray-scott'] },
  },
  {
    title: 'too large a response',
    request: post({
      query: `{ articles(first: 14) { nodes { ${Array.from({ length: 25 }, (_, n) => `b${n}: body { json }`).join(' ')} } } }`,
    }),
    status: 294,
    code: 'RESPONSE_TOO_LARGE',
    figures: { limit: 1024 * 1024 },
  },
  {
    title: 'an exhausted limit of calls to a provider',
    async send({ url }, request) {
      await rawRequest(url, post({ query: moments('a', 'b') }));
      return rawRequest(url, request);
    },
    request: post({ query: moments('c', 'd') }),
    status: 294,
    code: 'CALL_LIMIT_REACHED',
    figures: { service: 'search', limit: { maximum: 2, restoreRate: 1 } },
  },
  {
    title: 'too many requests in progress on a connection',
    faults: { content: [{ kind: 'latency', ms: 500 }] },
    send: ({ url }, request) =>
      lastResponse(url, (socket) => void socket.write(pipelined(request, MAX_PIPELINED + 1))),
    request: FILM,
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    figures: { limit: MAX_PIPELINED, retryAfter: 1 },
  },
  {
    title: 'headers that arrive too slowly',
    send: ({ url }, { path }) =>
      lastResponse(url, async (socket, isClosed) => {
        socket.write(`GET ${path} HTTP/1.1\r\nhost: `);
        // Without data the connection would be idle, and be closed without a response.
        for (; !isClosed(); await sleep(HEADER_INTERVAL_MS)) socket.write('x');
      }),
    request: { path: '/graphql' },
    isSlow: true,
    status: 408,
    code: 'TOO_SLOW',
    figures: { timeout: 10 },
  },
  {
    title: 'too many WebSocket connections',
    async send({ url }, request) {
      const { promise: connected, resolve } = Promise.withResolvers<void>();
      const open = createSubscriber(url, { lazy: false, on: { connected: () => resolve() } });
      await connected;
      try {
        return await rawRequest(url, request);
      } finally {
        await open.dispose();
      }
    },
    request: {
      path: '/graphql',
      headers: {
        connection: 'upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'sec-websocket-protocol': 'graphql-transport-ws',
      },
    },
    status: 429,
    code: 'TOO_MANY_CONNECTIONS',
    figures: { retryAfter: 10 },
  },
  {
    title: 'a token that cannot be checked',
    request: post({ query: '{ __typename }' }, { authorization: `Bearer ${TOKEN}` }),
    status: 503,
    code: 'ACCESS_UNAVAILABLE',
    figures: { retryAfter: 1 },
  },
  // The last row, because the gateway then sends the provider no requests for seven seconds.
  {
    title: 'a provider that accepts no more requests',
    faults: { content: [{ kind: 'status', status: 429, headers: { 'retry-after': '7' } }] },
    request: FILM,
    status: 294,
    code: 'UPSTREAM_THROTTLED',
    figures: { service: 'content', retryAfter: 7 },
  },
];

/** Returns the bytes of several equal requests. */
const pipelined = ({ path, headers = {}, body = '' }: RawRequest, count: number): string => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = Buffer.byteLength(body);
  return `POST ${path} HTTP/1.1\r\nhost: x\r\n${lines.join('')}content-length: ${length}\r\n\r\n${body}`.repeat(
    count,
  );
};

/** Sends bytes over a connection, until the gateway closes it. @returns the last response */
async function lastResponse(
  url: string,
  write: Parameters<typeof rawConnection>[1],
): Promise<Pick<RawResponse, 'status' | 'body'>> {
  const { text } = await rawConnection(url, write, CONNECTION_TIMEOUT_MS);
  const last = text.slice(text.lastIndexOf('HTTP/1.1 '));
  const [, status, body = ''] = /^HTTP\/1\.1 (\d+)[\s\S]*?\r\n\r\n([\s\S]*)$/.exec(last) ?? [];
  return { status: Number(status), body: Buffer.from(body) };
}
