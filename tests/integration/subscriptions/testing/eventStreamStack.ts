import { openStorage } from '../../../../gateway/app/storage.ts';
import { MIB } from '../../../../gateway/config/formats.ts';
import { createApiKeys } from '../../../../gateway/services/auth/apiKeys.ts';
import { type EventStream, openEventStream } from '../../../conformance/shared/eventStreamReader.ts';
import { newAddress } from '../../../support/rateLimitedStack.ts';
import { type Stack, startStack } from '../../../support/stack.ts';
import { waitForSubscriptions } from '../../../support/subscriber.ts';

export const MAX_PER_ADDRESS = 3;
const POINTS = 4_000;
export const CHANGES = 'subscription { contentChanged { documentId } }';
export const TOKEN = 'x-graphql-event-stream-token';
export const JSON_HEADERS = { 'content-type': 'application/json' };

type Headers = Record<string, string>;

/** A test stack with small limits, and clients of its event streams. */
export interface EventStreamStack {
  readonly stack: Stack;
  /** Creates an API key. @returns the key, as callers send it */
  createApiKey(name: string): Promise<string>;
  /** Opens a stream, which is closed after the test. */
  open(path: string, headers: Headers, body?: object): Promise<EventStream>;
  /** Sends an operation with a stream of its own. */
  stream(body: object, headers?: Headers): Promise<EventStream>;
  /** Sends a request, and returns its status, its headers and the code of its error. */
  send(path: string, init: RequestInit): Promise<StreamResponse>;
  /** Reserves a stream for several operations; the text of the response is its token. */
  reserve(headers: Headers): Promise<StreamResponse>;
  /** Sends an operation of a reserved stream. */
  post(body: object, headers: Headers): Promise<StreamResponse>;
  /** Reserves and opens a stream for several operations. @returns the headers of its further requests */
  openShared(headers?: Headers): Promise<{ readonly stream: EventStream; readonly headers: Headers }>;
  /** Closes the streams of a test. */
  closeStreams(): Promise<void>;
  close(): Promise<void>;
}

interface StreamResponse {
  readonly status: number;
  readonly headers: Response['headers'];
  readonly code: string | undefined;
  readonly text: string;
}

/** Returns the headers of a client with an address of its own. */
export const newClient = (headers: Headers = {}): Headers => ({
  'x-forwarded-for': newAddress(),
  ...headers,
});

/** Starts the stack. Close it in `afterAll`. */
export async function startEventStreamStack(): Promise<EventStreamStack> {
  const now = Date.now();
  const stack = await startStack({
    hasIndex: false,
    now: () => now,
    env: {
      TRUST_PROXY: '127.0.0.0/8',
      RATE_LIMIT_ANONYMOUS: `${POINTS}/1`,
      RATE_LIMIT_KEY: 'off',
    },
    config: {
      maxResponseBytes: MIB,
      subscriptions: {
        maxConnections: 5000,
        maxConnectionsPerAddress: MAX_PER_ADDRESS,
        maxConnectionsPerKey: 1,
      },
    },
  });
  const storage = openStorage(stack.config, () => undefined);
  const opened: EventStream[] = [];
  const open: EventStreamStack['open'] = async (path, headers, body) => {
    const found = await openEventStream(`${stack.url}${path}`, headers, body);
    opened.push(found);
    return found;
  };
  const send: EventStreamStack['send'] = async (path, init) => {
    const response = await fetch(`${stack.url}${path}`, init);
    const text = await response.text();
    const code = /"code":"(\w+)"/.exec(text)?.[1];
    return { status: response.status, headers: response.headers, code, text };
  };
  const reserve: EventStreamStack['reserve'] = (headers) =>
    send('/graphql/stream', { method: 'PUT', headers });
  const apiKeys = createApiKeys(storage.keys);
  return {
    stack,
    createApiKey: async (name) => (await apiKeys.create({ name, scopes: ['read:published'] })).secret,
    open,
    stream: (body, headers = newClient()) => open('/graphql', headers, body),
    send,
    reserve,
    post: (body, headers) =>
      send('/graphql/stream', {
        method: 'POST',
        headers: { ...JSON_HEADERS, ...headers },
        body: JSON.stringify(body),
      }),
    async openShared(headers = newClient()) {
      const shared = { ...headers, [TOKEN]: (await reserve(headers)).text };
      return { stream: await open('/graphql/stream', shared), headers: shared };
    },
    async closeStreams() {
      for (const stream of opened.splice(0)) stream.close();
      await waitForSubscriptions(stack.url, 0);
    },
    async close() {
      await storage[Symbol.asyncDispose]();
      await stack.close();
    },
  };
}
