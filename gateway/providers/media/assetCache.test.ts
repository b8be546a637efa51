import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  filmAsset,
  type MediaLibrary,
  SEEDED_ASSETS,
  startMediaLibrary,
} from '../../../tests/support/mediaLibrary.ts';
import { within } from '../../../tests/support/within.ts';
import { UpstreamError } from '../../core/errors.ts';
import { type AssetCache, createAssetCache, type Freshness } from './assetCache.ts';
import { createMediaClient } from './client.ts';

let library: MediaLibrary;
const openCaches: AssetCache[] = [];

/** Time between two requests in tests that are not about the rate limit. */
const SHORT_INTERVAL_MS = 5;
/** Times of `FRESHNESS` in `assetCache.ts` and a second more. */
const [FRESH_MS, PREPARING_MS, MAX_STALE_MS, MISSING_MS] = [301_000, 5_000, 3_601_000, 31_000];

/** How far the monotonic clock of the test and the cache is ahead. */
let clockOffsetMs = 0;
const monotonicClock = performance.now.bind(performance);
jest.spyOn(performance, 'now').mockImplementation(() => monotonicClock() + clockOffsetMs);
const advanceClock = (ms: number) => {
  clockOffsetMs += ms;
};

const startCache = (
  freshness?: Partial<Freshness>,
  client = createMediaClient(library.config),
  pace: { readonly requestIntervalMs?: number } = { requestIntervalMs: SHORT_INTERVAL_MS },
) => {
  const cache = createAssetCache(client, { freshness, ...pace });
  void cache.start();
  openCaches.push(cache);
  return cache;
};
const filledCache = async (freshness?: Partial<Freshness>) => {
  const cache = startCache(freshness);
  await cache.start();
  await library.clearRequests();
  return cache;
};
const loadOne = (cache: AssetCache, id: string) =>
  cache.load([id])[0] as ReturnType<AssetCache['load']>[number];
const requestPaths = async () => (await library.requests()).map(({ path }) => path);
const errorCodeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => (error as UpstreamError).extensions.code,
  );

beforeAll(async () => {
  library = await startMediaLibrary({ filmCount: 120 });
});
beforeEach(() =>
  library.replaceAssets([...SEEDED_ASSETS, ...Array.from({ length: 120 }, (_, i) => filmAsset(`film${i}`))]),
);
afterEach(() => {
  for (const cache of openCaches.splice(0)) cache.close();
});
afterAll(() => library.close());

describe('asset cache: filled', () => {
  test('reads the account in pages of 100', async () => {
    const cache = startCache();
    await cache.start();
    expect(await requestPaths()).toEqual(['/video/v1/assets', '/video/v1/assets']);
    expect((await loadOne(cache, 'film119'))?.id).toBe('film119');
  });

  test('sends no request for cached assets', async () => {
    const cache = await filledCache();
    const assets = await Promise.all(cache.load(Array.from({ length: 120 }, (_, i) => `film${i}`)));
    expect(assets.map((asset) => asset?.id)).toEqual(Array.from({ length: 120 }, (_, i) => `film${i}`));
    expect((await cache.loadByPlaybackId('bothPlay'))?.id).toBe('both');
    expect((await cache.loadByPlaybackId('bothSigned'))?.id).toBe('both');
    expect(await requestPaths()).toEqual([]);
  });

  test('sends one request for a missing asset and caches its absence', async () => {
    const cache = await filledCache();
    const assets = await Promise.all(Array.from({ length: 20 }, () => loadOne(cache, 'nowhere')));
    expect(assets).toEqual(Array(20).fill(null));
    expect(await loadOne(cache, 'nowhere')).toBeNull();
    expect(await requestPaths()).toEqual(['/video/v1/assets/nowhere']);
  });

  test('reads a missing asset again after `missingMs`', async () => {
    const cache = await filledCache();
    expect(await loadOne(cache, 'nowhere')).toBeNull();
    await library.replaceAssets([...SEEDED_ASSETS, filmAsset('nowhere')]);
    advanceClock(MISSING_MS);
    expect((await loadOne(cache, 'nowhere'))?.id).toBe('nowhere');
  });

  test('finds several new assets with one page of the list', async () => {
    const cache = await filledCache();
    const fresh = Array.from({ length: 30 }, (_, i) => filmAsset(`new${i}`, { created_at: '1900000000' }));
    await library.replaceAssets([...fresh, ...SEEDED_ASSETS]);
    const found = await Promise.all(cache.load(fresh.map(({ id }) => id)));
    expect(found.map((asset) => asset?.id)).toEqual(fresh.map(({ id }) => id));
    expect(await requestPaths()).toEqual(['/video/v1/assets']);
  });

  test('finds several new assets in the pages of a read in progress', async () => {
    const cache = await filledCache();
    const fresh = Array.from({ length: 30 }, (_, i) => filmAsset(`new${i}`));
    await library.replaceAssets([...SEEDED_ASSETS, ...fresh]);
    await library.setFaults({ kind: 'latency', ms: 200 });
    advanceClock(FRESH_MS);
    await loadOne(cache, 'open');
    const found = await Promise.all(cache.load(fresh.map(({ id }) => id)));
    expect(found.map((asset) => asset?.id)).toEqual(fresh.map(({ id }) => id));
    expect(new Set(await requestPaths())).toEqual(new Set(['/video/v1/assets']));
  });

  test('finds the asset of an unknown playback id', async () => {
    const cache = await filledCache();
    await library.replaceAssets([filmAsset('late'), ...SEEDED_ASSETS]);
    expect((await cache.loadByPlaybackId('latePlay'))?.id).toBe('late');
    expect(await cache.loadByPlaybackId('noSuchPlay')).toBeNull();
    expect(await requestPaths()).toEqual([
      '/video/v1/playback-ids/latePlay',
      '/video/v1/assets/late',
      '/video/v1/playback-ids/noSuchPlay',
    ]);
  });
});

describe('asset cache: before it is filled', () => {
  test('serves assets from the pages of the first read, without a request for each', async () => {
    const cache = startCache();
    const ids = Array.from({ length: 50 }, (_, i) => `film${i}`);
    const found = await Promise.all(cache.load(ids));
    expect(found.map((asset) => asset?.id)).toEqual(ids);
    expect((await requestPaths()).filter((path) => path !== '/video/v1/assets')).toEqual([]);
  });

  test('retries the first read until Mux responds', async () => {
    await library.setFaults({ kind: 'status', status: 500, times: 2 });
    const cache = startCache({ retryMs: 20 });
    await cache.start();
    expect((await loadOne(cache, 'film7'))?.id).toBe('film7');
  });

  test('fails with the error of Mux, and requests the asset again on the next load', async () => {
    await library.setFaults({ kind: 'status', status: 503, times: 2 });
    const cache = startCache({ retryMs: 60_000 });
    await within(10_000, async () => expect(await requestPaths()).toEqual(['/video/v1/assets']));
    expect(await errorCodeOf(loadOne(cache, 'open'))).toBe('UPSTREAM_UNAVAILABLE');
    expect((await loadOne(cache, 'open'))?.id).toBe('open');
  });
});

describe('asset cache: outdated assets', () => {
  test('returns a stale asset at once and revalidates it in the background', async () => {
    const cache = await filledCache();
    await library.replaceAssets(SEEDED_ASSETS.map((asset) => ({ ...asset, duration: 9 })));
    advanceClock(FRESH_MS);
    expect((await loadOne(cache, 'open'))?.duration).toBe(4);
    await within(10_000, async () => expect((await loadOne(cache, 'open'))?.duration).toBe(9));
    expect(new Set(await requestPaths())).toEqual(new Set(['/video/v1/assets']));
  });

  test('removes an asset that the list no longer contains', async () => {
    const cache = await filledCache();
    await library.replaceAssets(SEEDED_ASSETS);
    advanceClock(FRESH_MS);
    await loadOne(cache, 'film3');
    await within(2_000, async () => {
      advanceClock(FRESH_MS);
      expect(await loadOne(cache, 'film3')).toBeNull();
    });
    expect(await requestPaths()).toContain('/video/v1/assets/film3');
  });

  test('revalidates a preparing asset sooner, and only on a load', async () => {
    const cache = startCache({ preparingMs: 1 });
    await cache.start();
    advanceClock(PREPARING_MS);
    // Requests for unknown ids are sent after all other requests.
    expect(await cache.loadUnverified('nowhere')).toBeNull();
    expect(await requestPaths()).toEqual([
      '/video/v1/assets',
      '/video/v1/assets',
      '/video/v1/assets/nowhere',
    ]);
    await library.replaceAssets([filmAsset('coming')]);
    expect((await loadOne(cache, 'coming'))?.status).toBe('preparing');
    await within(2_000, async () => expect((await loadOne(cache, 'coming'))?.status).toBe('ready'));
    expect(await requestPaths()).toEqual(['/video/v1/assets/coming']);
  });

  test('serves stale assets while Mux fails, up to `maxStaleMs`', async () => {
    const cache = await filledCache();
    await library.setFaults({ kind: 'status', status: 500 });
    advanceClock(FRESH_MS);
    expect((await loadOne(cache, 'open'))?.id).toBe('open');
    await within(2_000, async () => expect((await requestPaths()).length).toBeGreaterThan(0));
    expect((await loadOne(cache, 'open'))?.id).toBe('open');
    advanceClock(MAX_STALE_MS);
    expect(await errorCodeOf(loadOne(cache, 'open'))).toBe('UPSTREAM_UNAVAILABLE');
    await library.setFaults();
    expect((await loadOne(cache, 'open'))?.id).toBe('open');
  });
});

describe('asset cache: changes', () => {
  test('applies a changed asset and its playback ids without a request', async () => {
    const cache = await filledCache();
    const { playback_ids: _, ...rest } = (await loadOne(cache, 'open'))!;
    cache.apply(rest.id, { ...rest, duration: 77, playback_ids: [{ id: 'renamed', policy: 'public' }] });
    expect((await loadOne(cache, 'open'))?.duration).toBe(77);
    expect((await cache.loadByPlaybackId('renamed'))?.id).toBe('open');
    cache.apply('both', null);
    expect(await loadOne(cache, 'both')).toBeNull();
    expect(await requestPaths()).toEqual([]);
    // The removed playback id is looked up again.
    expect((await cache.loadByPlaybackId('openPlay'))?.duration).toBe(77);
    expect(await requestPaths()).toEqual(['/video/v1/playback-ids/openPlay']);
  });

  test('ignores a response to a request that was sent before the change', async () => {
    const client = createMediaClient(library.config);
    const [requested, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const cache = startCache(undefined, {
      ...client,
      async asset(id, signal) {
        const asset = await client.asset(id, signal);
        requested.resolve();
        await released.promise;
        return asset;
      },
    });
    await cache.start();
    await library.replaceAssets([filmAsset('new', { status: 'preparing' })]);
    const loading = loadOne(cache, 'new');
    await requested.promise;
    cache.apply('new', { id: 'new', status: 'ready', playback_ids: [], tracks: [], mp4Files: [] });
    released.resolve();
    expect((await loading)?.status).toBe('ready');
    expect((await loadOne(cache, 'new'))?.status).toBe('ready');
  });
});

describe('asset cache: rate limit', () => {
  test('starts at most four requests in any second', async () => {
    const startTimes: number[] = [];
    const client = {
      ...createMediaClient(library.config),
      async asset() {
        startTimes.push(performance.now());
        return null;
      },
    };
    const cache = startCache(undefined, client, {});
    await cache.start();
    // Loads one by one, so that no page of the list replaces them.
    await Promise.all(Array.from({ length: 6 }, (_, i) => loadOne(cache, `missing${i}`)));
    expect(startTimes).toHaveLength(6);
    // Timers may fire some milliseconds early.
    for (const [i, time] of startTimes.slice(4).entries())
      expect(time - (startTimes[i] as number)).toBeGreaterThan(950);
  });

  test('sends no request after a 429 until `Retry-After` has passed', async () => {
    const cache = await filledCache();
    const throttled = { kind: 'status', status: 429, headers: { 'retry-after': '1' } };
    await library.setFaults(throttled);
    const error = (await loadOne(cache, 'missing').catch((reason) => reason)) as UpstreamError;
    expect(error).toBeInstanceOf(UpstreamError);
    expect(error.extensions).toEqual({ code: 'UPSTREAM_THROTTLED', service: 'media', retryAfter: 1 });
    await library.setFaults();
    expect(await errorCodeOf(loadOne(cache, 'missing'))).toBe('UPSTREAM_THROTTLED');
    expect((await loadOne(cache, 'open'))?.id).toBe('open');
    expect(await requestPaths()).toEqual(['/video/v1/assets/missing']);
    advanceClock(1_000);
    expect(await loadOne(cache, 'missing')).toBeNull();
    expect(await requestPaths()).toHaveLength(2);
  });
});
