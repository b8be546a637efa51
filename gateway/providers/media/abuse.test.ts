import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  filmAsset,
  type MediaLibrary,
  startMediaLibrary,
  TOKEN_SECRET,
} from '../../../tests/support/mediaLibrary.ts';
import { loopMs, processorMs } from '../../../tests/support/processorTime.ts';
import { within } from '../../../tests/support/within.ts';
import { UpstreamError } from '../../core/errors.ts';
import { callControl } from '../../emulators/shared/control.ts';
import { parseCues } from './captions.ts';
import { createMediaClient, type MediaClient } from './client.ts';
import { createMediaProvider, type MediaProvider } from './provider.ts';
import { readAsset } from './responseValidation.ts';

let library: MediaLibrary;
let client: MediaClient;
let provider: MediaProvider;
const TIMEOUT_MS = 4_000;
/** For requests that time out. */
const SHORT_TIMEOUT_MS = 80;
/** Processor time of all large files in fixed loops. Quadratic time would be thousands of times as long. */
const MAX_PARSING_LOOPS = 100;
const never = new AbortController().signal;

const failureOf = async (call: unknown): Promise<UpstreamError> => {
  const failure = await Promise.resolve(call).then(
    (value) => `expected an error, got ${inspect(value)}`,
    (error) => error,
  );
  expect(failure).toBeInstanceOf(UpstreamError);
  return failure as UpstreamError;
};

beforeAll(async () => {
  library = await startMediaLibrary();
  provider = createMediaProvider({ config: library.config });
  await provider.start();
});
// Each test has its own client and so its own circuit breaker.
beforeEach(() => {
  client = createMediaClient(library.config, { requestMs: TIMEOUT_MS, listMs: TIMEOUT_MS });
});
afterEach(() => library.setFaults());
afterAll(async () => {
  provider.close();
  await library.close();
});

const CALLS: [string, (signal: AbortSignal) => Promise<unknown>][] = [
  ['an asset', (signal) => client.asset('open', signal)],
  ['the list', (signal) => client.listAssets(undefined, signal)],
  ['a playback id', (signal) => client.assetIdOf('openPlay', signal)],
  ['a text track', (signal) => client.textTrack('openPlay', 'openEn', undefined, signal)],
];

describe.each(CALLS)('media client: request of %s', (_name, call) => {
  test.each([
    ['status', { status: 500 }, 'UPSTREAM_UNAVAILABLE'],
    ['status', { status: 401 }, 'UPSTREAM_REJECTED'],
    ['status', { status: 403 }, 'UPSTREAM_REJECTED'],
    ['status', { status: 429, headers: { 'retry-after': '7' } }, 'UPSTREAM_THROTTLED'],
    ['reset', {}, 'UPSTREAM_UNAVAILABLE'],
    ['truncate', {}, 'UPSTREAM_UNAVAILABLE'],
    ['redirect', {}, 'UPSTREAM_REJECTED'],
    ['shape', { body: { data: { id: 7 } } }, 'UPSTREAM_REJECTED'],
    ['shape', { body: [] }, 'UPSTREAM_REJECTED'],
  ])('fails after one request at the fault %s %j, with the code %s', async (kind, more, code) => {
    await library.clearRequests();
    await library.setFaults({ kind, ...more });
    const failure = await failureOf(call(never));
    expect(failure.extensions).toMatchObject({ code, service: 'media' });
    if (code === 'UPSTREAM_THROTTLED') expect(failure.extensions.retryAfter).toBe(7);
    expect(await library.requests()).toHaveLength(1);
  });

  test('fails at a response that is not JSON', async () => {
    await library.setFaults({ kind: 'garbage' });
    expect((await failureOf(call(never))).extensions.code).toMatch(/^UPSTREAM_(REJECTED|UNAVAILABLE)$/);
  });

  test.each([
    ['hang', `after ${SHORT_TIMEOUT_MS} ms`],
    ['stall', `after ${SHORT_TIMEOUT_MS} ms`],
    ['endless', `after ${SHORT_TIMEOUT_MS} ms|expected at most \\d+ bytes`],
  ])('ends at the fault %s', async (kind, cause) => {
    await library.setFaults({ kind });
    client = createMediaClient(library.config, { requestMs: SHORT_TIMEOUT_MS, listMs: SHORT_TIMEOUT_MS });
    const failure = await failureOf(call(never));
    expect(failure.originalError?.message).toMatch(new RegExp(cause));
  });

  test('ends when the signal aborts', async () => {
    await library.setFaults({ kind: 'hang', times: 1 });
    client = createMediaClient(library.config, { requestMs: 60_000, listMs: 60_000 });
    const reader = new AbortController();
    const failure = failureOf(call(reader.signal));
    await within(2_000, async () =>
      expect(await callControl(library.config.baseUrl as string, 'GET', 'faults')).toMatchObject({
        faults: [{ times: 0 }],
      }),
    );
    reader.abort();
    expect((await failure).isCancelled).toBe(true);
  });
});

describe('media client: response above the size limit', () => {
  let server: Server;
  let sent = 0;

  beforeAll(async () => {
    const block = Buffer.alloc(256 * 1024, 'x');
    server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/vtt' });
      response.write('WEBVTT\n\n');
      const send = () => {
        while (!response.destroyed && response.write(block)) sent += block.length;
        if (!response.destroyed) response.once('drain', send);
      };
      send();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test('closes the connection', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = createMediaClient({ ...library.config, streamUrl: url, baseUrl: url });
    const failure = await failureOf(client.textTrack('openPlay', 'openEn', undefined, never));
    expect(failure.originalError?.message).toBe(`expected at most 1048576 bytes from ${url}, got more`);
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });
});

describe('media provider: while Mux hangs', () => {
  test('serves cached assets at once, and times out for other assets', async () => {
    await library.setFaults({ kind: 'hang' });
    const tags = new Set<string>();
    const media = provider.loader({ signal: never, tags });
    const missing = failureOf(media.asset('missing'));
    const cached = Promise.all(['open', 'both', 'sealed'].map((id) => media.asset(id)));
    expect(await Promise.race([missing, cached])).toBe(await cached);
    expect((await cached).map((asset) => asset?.id)).toEqual(['open', 'both', 'sealed']);
    expect((await missing).extensions.code).toBe('UPSTREAM_TIMEOUT');
    expect([...tags]).toEqual(['media:missing', 'media:open', 'media:both', 'media:sealed']);
  });

  test('does not abort a shared request when one reader leaves', async () => {
    await library.setFaults({ kind: 'latency', ms: 300, path: '/later$' });
    const gone = new AbortController();
    const leaving = failureOf(provider.loader({ signal: gone.signal, tags: new Set() }).asset('later'));
    const staying = provider.loader({ signal: never, tags: new Set() }).asset('later');
    gone.abort();
    await leaving;
    expect(await staying).toBeNull();
  });
});

describe('media provider: ids', () => {
  test.each(['', '.', '..', '../assets', 'a/b', 'a?b', '%2e', 'a b', '\u0000', 'é', 'x'.repeat(300), 'a-b'])(
    'sends no request for the invalid id %j',
    async (id) => {
      await library.clearRequests();
      expect(await provider.assetCache.load([id])[0]).toBeNull();
      expect(await provider.assetCache.loadByPlaybackId(id)).toBeNull();
      expect(await library.requests()).toEqual([]);
    },
  );

  test.each(['__proto__', 'constructor', 'toString'])('finds no asset with the id %s', async (id) => {
    expect(await provider.assetCache.load([id])[0]).toBeNull();
    expect(await provider.loader({ signal: never, tags: new Set() }).still(id, [], { time: 0 })).toBeNull();
  });

  test.each([[7], [['public']], [{ toString: null }]])(
    'reads %j as an unknown policy and status',
    (value) => {
      const asset = readAsset(
        filmAsset('odd', {
          playback_ids: [{ id: 'fine', policy: value }],
          tracks: [{ id: 'words', type: 'text', status: value }],
        }),
      );
      expect(asset).toMatchObject({ playback_ids: [{ policy: '' }], tracks: [{ status: '' }] });
    },
  );

  test('ignores playback ids from Mux that are unsafe in a URL', () => {
    const asset = readAsset(
      filmAsset('open', {
        playback_ids: [
          { id: '../../evil', policy: 'public' },
          { id: 'fine', policy: 'public' },
        ],
      }),
    );
    expect(asset.playback_ids).toEqual([{ id: 'fine', policy: 'public' }]);
  });
});

describe('media client: secrets', () => {
  test('are in no error at any depth', async () => {
    const { tokenSecret, tokenId, signingKey } = library.config;
    const pem = Buffer.from(signingKey!.privateKey, 'base64').toString();
    const canaries = [
      tokenSecret,
      TOKEN_SECRET,
      Buffer.from(`${tokenId}:${tokenSecret}`).toString('base64'),
      signingKey!.privateKey,
      pem.split('\n')[1]!,
    ];
    const faults = ['reset', 'redirect', 'garbage', 'truncate', 'shape', 'hang'].map((kind) => ({ kind }));
    for (const fault of [...faults, { kind: 'status', status: 401 }, { kind: 'status', status: 500 }]) {
      await library.setFaults(fault);
      for (const [, call] of CALLS) {
        const failure = await failureOf(call(AbortSignal.timeout(100)));
        const seen = [
          inspect(failure, { depth: 20, showHidden: true }),
          JSON.stringify(failure),
          failure.stack,
        ];
        for (const canary of canaries) expect(seen.join('\n')).not.toContain(canary);
        expect(JSON.stringify(failure)).not.toMatch(/127\.0\.0\.1|open/);
      }
    }
  }, 20_000);

  test('are not sent to the streaming host', async () => {
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.end('WEBVTT\n');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const streamUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await createMediaClient({ ...library.config, streamUrl }).textTrack(
      'openPlay',
      'openEn',
      undefined,
      never,
    );
    server.closeAllConnections();
    server.close();
    expect(seen).toStrictEqual([undefined]);
  });
});

describe('captions: large files', () => {
  test('parses many brackets, spaces, references or cues in linear time', async () => {
    const texts = [
      `WEBVTT\n\n00:00.000 --> 00:01.000\n${'<'.repeat(1024 * 1024)}\n`,
      `WEBVTT\n\n00:00.000 --> 00:01.000${' '.repeat(64 * 1024)}align:start\nx\n`,
      `WEBVTT\n\n00:00.000 --> 00:01.000\n${'&amp'.repeat(256 * 1024)}\n`,
      `WEBVTT\n\n${'00:00.000 --> 00:01.000\nx\n\n'.repeat(30_000)}`,
    ];
    const parseMs = await processorMs(async () => {
      for (const text of texts) await parseCues(text);
    });
    expect(parseMs).toBeLessThan(MAX_PARSING_LOOPS * (await loopMs()));
  });
});
