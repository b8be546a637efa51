import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { film, openLibrary, SECRET, type TestLibrary } from '../../../tests/support/mediaLibrary.ts';
import { UpstreamError } from '../../core/errors.ts';
import { readAsset } from './asset.ts';
import { parseCues } from './captions.ts';
import { createMediaClient, type MediaClient } from './client.ts';
import { createMediaProvider, type MediaProvider } from './provider.ts';

let library: TestLibrary;
let client: MediaClient;
let room: MediaProvider;
/** Milliseconds. */
const DEADLINE = 400;
const never = new AbortController().signal;

const failureOf = async (call: Promise<unknown>): Promise<UpstreamError> => {
  const failure = await call.then(
    (value) => `no failure but ${inspect(value)}`,
    (error) => error,
  );
  expect(failure).toBeInstanceOf(UpstreamError);
  return failure as UpstreamError;
};

beforeAll(async () => {
  library = await openLibrary();
  room = createMediaProvider({ config: library.config });
  await room.start();
});
// A client of its own for each: what one has learnt of the provider's health is no matter of the next.
beforeEach(() => {
  client = createMediaClient(library.config, { asked: DEADLINE, list: DEADLINE });
});
afterEach(() => library.misbehave());
afterAll(async () => {
  room.close();
  await library.close();
});

/** What each call of the client is, and what it answers in health. */
const CALLS: [string, (signal: AbortSignal) => Promise<unknown>][] = [
  ['an asset', (signal) => client.asset('open', signal)],
  ['the list', (signal) => client.listAssets(undefined, signal)],
  ['a playback id', (signal) => client.assetIdOf('openPlay', signal)],
  ['a text track', (signal) => client.textTrack('openPlay', 'openEn', undefined, signal)],
];

describe.each(CALLS)('asking for %s', (_name, call) => {
  test.each([
    ['status', { status: 500 }, 'UPSTREAM_UNAVAILABLE'],
    ['status', { status: 401 }, 'UPSTREAM_REFUSED'],
    ['status', { status: 403 }, 'UPSTREAM_REFUSED'],
    ['status', { status: 429, headers: { 'retry-after': '7' } }, 'UPSTREAM_THROTTLED'],
    ['reset', {}, 'UPSTREAM_UNAVAILABLE'],
    ['truncate', {}, 'UPSTREAM_UNAVAILABLE'],
    ['redirect', {}, 'UPSTREAM_REFUSED'],
    ['shape', { body: { data: { id: 7 } } }, 'UPSTREAM_REFUSED'],
    ['shape', { body: [] }, 'UPSTREAM_REFUSED'],
  ])('with a fault of %s %j fails once, with the code %s', async (kind, more, code) => {
    await library.forget();
    await library.misbehave({ kind, ...more });
    const failure = await failureOf(call(never));
    expect(failure.extensions).toMatchObject({ code, service: 'media' });
    if (code === 'UPSTREAM_THROTTLED') expect(failure.extensions.retryAfter).toBe(7);
    expect(await library.requests()).toHaveLength(1);
  });

  test('with garbage for an answer fails', async () => {
    await library.misbehave({ kind: 'garbage' });
    expect((await failureOf(call(never))).extensions.code).toMatch(/^UPSTREAM_(REFUSED|UNAVAILABLE)$/);
  });

  test.each(['hang', 'stall', 'endless'])('with a fault of %s ends by its deadline', async (kind) => {
    await library.misbehave({ kind });
    const begun = performance.now();
    await failureOf(call(never));
    expect(performance.now() - begun).toBeLessThan(DEADLINE + 300);
  });

  test('ends at once when the reader goes', async () => {
    await library.misbehave({ kind: 'hang' });
    const reader = new AbortController();
    setTimeout(() => reader.abort(), 50);
    const begun = performance.now();
    await failureOf(call(reader.signal));
    expect(performance.now() - begun).toBeLessThan(500);
  });
});

describe('a body that is larger than it should be', () => {
  let server: Server;
  let sent = 0;

  beforeAll(async () => {
    const block = Buffer.alloc(256 * 1024, 'x');
    server = createServer((_request, answer) => {
      answer.writeHead(200, { 'content-type': 'text/vtt' });
      answer.write('WEBVTT\n\n');
      const send = () => {
        while (!answer.destroyed && answer.write(block)) sent += block.length;
        if (!answer.destroyed) answer.once('drain', send);
      };
      send();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test('is cut off at its limit', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const flooded = createMediaClient({ ...library.config, streamUrl: url, baseUrl: url });
    const failure = await failureOf(flooded.textTrack('openPlay', 'openEn', undefined, never));
    expect(failure.originalError?.message).toBe(`expected at most 1048576 bytes from ${url}, got more`);
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });
});

describe('while Mux hangs', () => {
  test('what is held answers at once beside what is not, which ends in time', async () => {
    await library.misbehave({ kind: 'hang' });
    const tags = new Set<string>();
    const media = room.loader({ signal: never, tags });
    const begun = performance.now();
    const missing = failureOf(media.asset('missing'));
    const held = await Promise.all(['open', 'both', 'sealed'].map((id) => media.asset(id)));
    expect(held.map((asset) => asset?.id)).toEqual(['open', 'both', 'sealed']);
    expect(performance.now() - begun).toBeLessThan(100);
    expect((await missing).extensions.code).toBe('UPSTREAM_TIMEOUT');
    expect(performance.now() - begun).toBeLessThan(2000);
    expect([...tags]).toEqual(['media:missing', 'media:open', 'media:both', 'media:sealed']);
  });

  test('a reader who goes takes nobody with him', async () => {
    await library.misbehave({ kind: 'latency', ms: 300, path: '/later$' });
    const gone = new AbortController();
    const leaving = failureOf(room.loader({ signal: gone.signal, tags: new Set() }).asset('later'));
    const staying = room.loader({ signal: never, tags: new Set() }).asset('later');
    gone.abort();
    await leaving;
    expect(await staying).toBeNull();
  });
});

describe('ids', () => {
  test.each(['', '.', '..', '../assets', 'a/b', 'a?b', '%2e', 'a b', '\u0000', 'é', 'x'.repeat(300), 'a-b'])(
    '%j is never asked for',
    async (id) => {
      await library.forget();
      expect(await room.assetCache.load([id])[0]).toBeNull();
      expect(await room.assetCache.loadByPlaybackId(id)).toBeNull();
      expect(await library.requests()).toEqual([]);
    },
  );

  test.each(['__proto__', 'constructor', 'toString'])('%s is no asset', async (id) => {
    expect(await room.assetCache.load([id])[0]).toBeNull();
    expect(await room.loader({ signal: never, tags: new Set() }).still(id, { time: 0 })).toBeNull();
  });

  test('that lead out of an address are not taken from Mux either', () => {
    const asset = readAsset(
      film('open', {
        playback_ids: [
          { id: '../../evil', policy: 'public' },
          { id: 'fine', policy: 'public' },
        ],
      }),
    );
    expect(asset.playback_ids).toEqual([{ id: 'fine', policy: 'public' }]);
  });
});

describe('secrets', () => {
  test('appear in no error, however deeply it is looked into', async () => {
    const { tokenSecret, tokenId, signingKey } = library.config;
    const pem = Buffer.from(signingKey!.privateKey, 'base64').toString();
    const canaries = [
      tokenSecret,
      SECRET,
      Buffer.from(`${tokenId}:${tokenSecret}`).toString('base64'),
      signingKey!.privateKey,
      pem.split('\n')[1]!,
    ];
    const faults = ['reset', 'redirect', 'garbage', 'truncate', 'shape', 'hang'].map((kind) => ({ kind }));
    for (const fault of [...faults, { kind: 'status', status: 401 }, { kind: 'status', status: 500 }]) {
      await library.misbehave(fault);
      for (const [, call] of CALLS) {
        const failure = await failureOf(call(AbortSignal.timeout(200)));
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

  test('of the account do not go where films are played', async () => {
    const seen: (string | undefined)[] = [];
    const server = createServer((request, answer) => {
      seen.push(request.headers.authorization);
      answer.end('WEBVTT\n');
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
    expect(seen).toEqual([undefined]);
  });
});

describe('captions', () => {
  test('of a megabyte of open brackets are read within seconds', async () => {
    const begun = performance.now();
    await parseCues(`WEBVTT\n\n00:00.000 --> 00:01.000\n${'<'.repeat(1024 * 1024)}\n`);
    await parseCues(`WEBVTT\n\n00:00.000 --> 00:01.000\n${'&amp'.repeat(256 * 1024)}\n`);
    await parseCues(`WEBVTT\n\n${'00:00.000 --> 00:01.000\nx\n\n'.repeat(30_000)}`);
    expect(performance.now() - begun).toBeLessThan(3000);
  });
});
