import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import Mux from '@mux/mux-node';
import { createClient as createEventStreamClient } from 'graphql-sse';
import { type Client, type ClientOptions, createClient, type ExecutionResult } from 'graphql-ws';
import { WebSocket } from 'ws';
import { SAMPLE_FILE } from '../../gateway/emulators/media/testing/startEmulator.ts';
import type { Stack } from './stack.ts';
import { within } from './within.ts';

/** Below Jest's limit for a test, so that the reason is reported. */
const EVENT_TIMEOUT_MS = 20_000;

// biome-ignore lint/suspicious/noExplicitAny: the data has the shape of the test's query
type Data = Record<string, any>;

/** Creates a client of the gateway's subscriptions. It connects with the first subscription and does not reconnect. */
export const createSubscriber = (url: string, options: Partial<ClientOptions> = {}): Client =>
  createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    ...options,
  });

interface EventStreamOptions {
  /** True if all subscriptions of the client share a stream. */
  readonly singleConnection: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Time before each attempt to connect again; without it, the client does not. */
  readonly retryMs?: number;
}

/** Creates a client of the gateway's subscriptions over server-sent events. */
export const createEventStreamSubscriber = (
  url: string,
  { singleConnection, headers = {}, retryMs }: EventStreamOptions,
) =>
  createEventStreamClient({
    url: `${url}/graphql${singleConnection ? '/stream' : ''}`,
    singleConnection,
    // The client adds its token.
    headers: () => ({ ...headers }),
    retryAttempts: retryMs === undefined ? 0 : 500,
    retry: () => sleep(retryMs),
  });

/** A client of subscriptions, over a WebSocket or an event stream. */
interface SubscriptionClient {
  subscribe(
    payload: { query: string; variables: Data },
    sink: {
      // biome-ignore lint/suspicious/noExplicitAny: the clients have types of their own
      next(result: any): void;
      error(error: unknown): void;
      complete(): void;
    },
  ): () => void;
}

/** A subscription whose results are queued until they are read. */
export interface Subscription {
  /**
   * Returns the next result.
   * @throws Error if the subscription ends, or if there is no result within 20 s
   */
  next(): Promise<ExecutionResult<Data>>;
  /** Removes all queued results and returns them. */
  takeAll(): ExecutionResult<Data>[];
  /** Resolves with the error or close event that ended the subscription, or with undefined if it completed. */
  readonly ended: Promise<unknown>;
  unsubscribe(): void;
}

/** @param parameters further ones of the request, such as `extensions` */
export function subscribe(
  client: SubscriptionClient,
  query: string,
  variables: Data = {},
  parameters: Data = {},
): Subscription {
  const results: ExecutionResult<Data>[] = [];
  const end = Promise.withResolvers<unknown>();
  let received = Promise.withResolvers<void>();
  const unsubscribe = client.subscribe(
    { query, variables, ...parameters },
    {
      next(result) {
        results.push(result as ExecutionResult<Data>);
        received.resolve();
      },
      error: end.resolve,
      complete: () => end.resolve(undefined),
    },
  );
  return {
    async next() {
      const timeout = sleep(EVENT_TIMEOUT_MS, undefined, { ref: false }).then(() => {
        throw new Error(`expected a result within ${EVENT_TIMEOUT_MS} ms, got none`);
      });
      // The timeout is not awaited if a result comes first.
      timeout.catch(() => undefined);
      while (results.length === 0) {
        const ended = end.promise.then((reason) => {
          if (results.length === 0) throw new Error(`expected a result, got the end: ${String(reason)}`);
        });
        await Promise.race([received.promise, ended, timeout]);
        received = Promise.withResolvers();
      }
      return results.shift() as ExecutionResult<Data>;
    },
    takeAll: () => results.splice(0),
    ended: end.promise,
    unsubscribe,
  };
}

/**
 * Waits until the number of active subscriptions of a gateway is as expected.
 * @param expected the number, or a condition on it
 * @param ms how long it may take
 */
export const waitForSubscriptions = (
  url: string,
  expected: number | ((count: number) => boolean) = 1,
  ms = 2000,
): Promise<void> =>
  within(ms, async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const count = Number(/trivium_subscriptions (\d+)/.exec(metrics)?.[1]);
    const isMet = typeof expected === 'number' ? count === expected : expected(count);
    if (!isMet) throw new Error(`expected ${expected} subscriptions, got ${count}`);
  });

/** Uploads a video of four seconds to the media library, which then prepares it. Returns the asset id. */
export async function uploadVideo({ config: { media } }: Pick<Stack, 'config'>): Promise<string> {
  const mux = new Mux({
    tokenId: media.tokenId,
    tokenSecret: media.tokenSecret,
    baseURL: media.baseUrl,
  });
  const { id, url = '' } = await mux.video.uploads.create({
    cors_origin: '*',
    new_asset_settings: { playback_policies: ['public'] },
  });
  await fetch(url, { method: 'PUT', body: await readFile(SAMPLE_FILE) });
  const { asset_id: asset } = await mux.video.uploads.retrieve(id);
  if (!asset) throw new Error('expected the upload to have an asset, got none');
  return asset;
}
