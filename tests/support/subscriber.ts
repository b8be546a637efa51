import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import Mux from '@mux/mux-node';
import { type Client, type ClientOptions, createClient, type ExecutionResult } from 'graphql-ws';
import { WebSocket } from 'ws';
import { SAMPLE_FILE } from '../../gateway/emulators/media/testing/startEmulator.ts';
import type { House } from './stack.ts';

// biome-ignore lint/suspicious/noExplicitAny: the shape is the test's own document
type Data = Record<string, any>;

/** A client of a graph's subscriptions, connected once it subscribes to something; it does not connect again by itself. */
export const subscriber = (url: string, options: Partial<ClientOptions> = {}): Client =>
  createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    ...options,
  });

/** What one subscription is told. */
export interface Told {
  /** The next that is told; fails where the subscription is over instead, or nothing is told for seconds. */
  next(): Promise<ExecutionResult<Data>>;
  /** Everything that has been told and not yet asked for. */
  rest(): ExecutionResult<Data>[];
  /** Resolves when the subscription is over: with what ended it, or undefined where it is complete. */
  readonly over: Promise<unknown>;
  end(): void;
}

/** Subscribes, and keeps what is told until it is asked for. */
export function subscribe(client: Client, query: string, variables: Data = {}): Told {
  const told: ExecutionResult<Data>[] = [];
  const over = Promise.withResolvers<unknown>();
  let arrived = Promise.withResolvers<void>();
  const end = client.subscribe<Data>(
    { query, variables },
    {
      next(result) {
        told.push(result as ExecutionResult<Data>);
        arrived.resolve();
      },
      error: over.resolve,
      complete: () => over.resolve(undefined),
    },
  );
  return {
    async next() {
      const lateness = sleep(8000, undefined, { ref: false }).then(() => {
        throw new Error('expected to be told something within seconds');
      });
      // Nobody waits for it any more once something has been told.
      lateness.catch(() => undefined);
      while (told.length === 0) {
        const ended = over.promise.then((why) => {
          if (told.length === 0)
            throw new Error(`expected to be told something, got the end: ${String(why)}`);
        });
        await Promise.race([arrived.promise, ended, lateness]);
        arrived = Promise.withResolvers();
      }
      return told.shift() as ExecutionResult<Data>;
    },
    rest: () => told.splice(0),
    over: over.promise,
    end,
  };
}

/** Waits until a gateway tells as many subscriptions, or what else is expected of their number. */
export async function subscribed(
  url: string,
  expected: number | ((count: number) => boolean) = 1,
): Promise<void> {
  const isMet = typeof expected === 'number' ? (count: number) => count === expected : expected;
  let count = Number.NaN;
  for (const end = performance.now() + 10_000; performance.now() < end; await sleep(20)) {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    count = Number(/trivium_subscriptions (\d+)/.exec(metrics)?.[1]);
    if (isMet(count)) return;
  }
  throw new Error(`expected ${expected} subscriptions within ten seconds, got ${count}`);
}

/** Sends a film of four seconds to the library, which then prepares it; answers the asset's id. */
export async function uploadFilm({ config: { media }, emulators }: House): Promise<string> {
  const mux = new Mux({
    tokenId: media.tokenId,
    tokenSecret: media.tokenSecret,
    baseURL: emulators.media.url,
  });
  const { id, url = '' } = await mux.video.uploads.create({
    cors_origin: '*',
    new_asset_settings: { playback_policies: ['public'] },
  });
  await fetch(url, { method: 'PUT', body: await readFile(SAMPLE_FILE) });
  const { asset_id: asset } = await mux.video.uploads.retrieve(id);
  if (!asset) throw new Error('expected an asset to come of the upload');
  return asset;
}
