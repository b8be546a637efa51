import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { UpstreamError } from '../../core/errors.ts';
import { CallLimitError } from '../upstream/callLimit.ts';
import { createTaggedCache, type LoadResult, storedKeyOf, type TaggedCache } from './taggedCache.ts';

const MEGABYTE = 1024 * 1024;
const open: TaggedCache[] = [];
const cacheOf = (maxBytes = MEGABYTE, maxEntries?: number) => {
  const cache = createTaggedCache({ maxBytes, ...(maxEntries && { maxEntries }) });
  open.push(cache);
  return cache;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((cache) => cache.close()));
});

const callLimitError = () =>
  new CallLimitError('expected a free call, got none', {
    reason: 'caller_limit',
    provider: 'search',
    limit: {},
    retryAfterSeconds: 60,
  });
const noAbort = () => ({ signal: new AbortController().signal });
const fresh = <T>(value: T, tags: readonly string[] = [], ttlSeconds = 60): LoadResult<T> => ({
  value,
  tags,
  ttlSeconds,
});

describe('tagged cache', () => {
  test('stays within its limits of bytes and entries', async () => {
    const cache = cacheOf(MEGABYTE, 500);
    for (let i = 0; i < 5000; i++) {
      const tags = Array.from({ length: 20 }, (_, n) => `tag:${i}:${n}`);
      await cache.read(
        `test:${i}:${'k'.repeat(10_000)}`,
        async () => fresh({ text: 'x'.repeat(5000) }, tags),
        noAbort(),
      );
    }
    const { bytes, entries } = cache.size();
    expect(bytes).toBeLessThanOrEqual(MEGABYTE);
    expect(entries).toBeGreaterThan(50);
    expect(entries).toBeLessThanOrEqual(500);
  });

  test('does not store a value that would take most of the memory', async () => {
    const cache = cacheOf();
    await cache.read('test:small', async () => fresh('small'), noAbort());
    await cache.read('test:huge', async () => fresh('x'.repeat(MEGABYTE / 2)), noAbort());
    expect(cache.size().entries).toBe(1);
  });

  test('keeps values of held tags for two seconds without a stale lifetime, until the hold ends', async () => {
    let now = 0;
    const cache = createTaggedCache({ maxBytes: MEGABYTE, now: () => now });
    open.push(cache);
    let loads = 0;
    const read = async (tag: string) =>
      cache.read(
        `test:${tag}`,
        async () => ({ ...fresh(++loads, [tag]), staleWhileRevalidateSeconds: 30 }),
        noAbort(),
      );
    await cache.hold(['held'], 10_000);
    await cache.hold(['held'], 1_000);
    expect(await read('held')).toMatchObject({ value: 1, state: 'miss', ttlSeconds: 2 });
    now = 1_900;
    expect(await read('held')).toMatchObject({ value: 1, state: 'hit' });
    now = 2_100;
    expect(await read('held')).toMatchObject({ value: 2, state: 'miss', ttlSeconds: 2 });
    expect(await read('free')).toMatchObject({ ttlSeconds: 60 });
    now = 10_100;
    expect(await read('held')).toMatchObject({ value: 4, ttlSeconds: 60 });
  });

  test('stores a local value in memory, and not in the shared store', async () => {
    const stored: unknown[] = [];
    const cache = createTaggedCache({
      maxBytes: MEGABYTE,
      shared: () => ({
        get: async () => ({ clock: '1', age: 0 }),
        async set(_key, { value }) {
          stored.push(value);
          return true;
        },
        invalidate: async () => undefined,
        invalidateAll: async () => undefined,
        hold: async () => undefined,
        close: async () => undefined,
      }),
    });
    open.push(cache);
    await cache.read('test:local', async () => ({ ...fresh('local'), isLocal: true }), noAbort());
    await cache.read('test:shared', async () => fresh('shared'), noAbort());
    expect(stored).toEqual(['shared']);
    expect(cache.peek('test:local')).toMatchObject({ value: 'local' });
  });

  test('finds a value by its key and by the short form of a long key, and counts its layer for both', async () => {
    const read: string[] = [];
    const cache = createTaggedCache({ maxBytes: MEGABYTE, observe: { read: (layer) => read.push(layer) } });
    open.push(cache);
    const key = `test:${'k'.repeat(10_000)}`;
    await cache.read(key, async () => fresh('value'), noAbort());
    const stored = storedKeyOf(key);
    expect(stored.length).toBeLessThan(100);
    for (const each of [key, stored]) expect(cache.peek(each)).toMatchObject({ value: 'value' });
    expect(read).toEqual(['test', 'test', 'test']);
    expect(storedKeyOf('test:short')).toBe('test:short');
  });

  test('returns the same frozen value to every reader', async () => {
    const cache = cacheOf();
    const load = async () => fresh({ rows: [{ title: 'a' }] });
    const { value } = await cache.read('test:a', load, noAbort());
    expect(() => value.rows.push({ title: 'b' })).toThrow(TypeError);
    expect((await cache.read('test:a', load, noAbort())).value).toBe(value);
  });

  test('invalidates by tag and keeps other entries', async () => {
    const cache = cacheOf();
    const loads: string[] = [];
    const read = (key: string, tags: string[]) => {
      const load = async () => {
        loads.push(key);
        return fresh(key, tags);
      };
      return cache.read(key, load, noAbort());
    };
    const readAll = async () => {
      loads.length = 0;
      await read('test:a', ['x', 'y']);
      await read('test:b', ['y', 'y']);
      await read('test:c', ['z']);
      return loads.join();
    };
    expect(await readAll()).toBe('test:a,test:b,test:c');
    expect(await readAll()).toBe('');
    await cache.invalidate(['x']);
    expect(await readAll()).toBe('test:a');
    await cache.invalidate(['y', 'nothing']);
    expect(await readAll()).toBe('test:a,test:b');
    await cache.invalidateAll();
    expect(await readAll()).toBe('test:a,test:b,test:c');
    // Invalidated entries leave nothing in memory.
    expect(cache.size().entries).toBe(3);
  });
});

describe('tagged cache: load', () => {
  test('is aborted when its last reader aborts', async () => {
    const cache = cacheOf();
    let loadSignal: AbortSignal | undefined;
    const load = (signal: AbortSignal) =>
      new Promise<LoadResult<string>>((_, reject) => {
        loadSignal = signal;
        signal.addEventListener('abort', () => reject(new Error('ended')));
      });
    const [first, second] = [new AbortController(), new AbortController()];
    const reads = [first, second].map(({ signal }) =>
      cache.read('test:a', load, { signal }).catch((e: Error) => e.message),
    );
    first.abort(new Error('first aborted'));
    expect(await reads[0]).toBe('first aborted');
    expect(loadSignal?.aborted).toBe(false);
    second.abort(new Error('second aborted'));
    expect(await reads[1]).toBe('second aborted');
    expect(loadSignal?.aborted).toBe(true);
    // A later read starts a new load.
    expect((await cache.read('test:a', async () => fresh('new'), noAbort())).value).toBe('new');
  });

  test('returns the stale value at the timeout, and rejects when the client disconnects', async () => {
    let now = 0;
    const cache = createTaggedCache({ maxBytes: MEGABYTE, now: () => now });
    open.push(cache);
    await cache.read('test:one', async () => ({ ...fresh('cached'), staleIfErrorSeconds: 3600 }), noAbort());
    now += 61_000;
    const hang = () => new Promise<never>(() => {});
    const read = (signal: AbortSignal) => cache.read('test:one', hang, { signal });
    await expect(read(AbortSignal.abort(new Error('disconnected')))).rejects.toThrow('disconnected');
    expect(await read(AbortSignal.timeout(20))).toMatchObject({ value: 'cached', state: 'stale' });
  });

  test('rejects all readers when it fails, and starts again at the next read', async () => {
    const cache = cacheOf();
    let loads = 0;
    const failing = async (): Promise<LoadResult<string>> => {
      loads += 1;
      throw new UpstreamError('content', 'UPSTREAM_UNAVAILABLE', new Error('down'));
    };
    const reads = await Promise.allSettled(
      Array.from({ length: 10 }, () => cache.read('test:a', failing, noAbort())),
    );
    expect(reads.every(({ status }) => status === 'rejected')).toBe(true);
    expect(loads).toBe(1);
    expect((await cache.read('test:a', async () => fresh('up'), noAbort())).value).toBe('up');
  });

  test('is repeated for readers who joined when its caller has reached a limit', async () => {
    const cache = cacheOf();
    const rejected = cache.read('test:a', () => Promise.reject(callLimitError()), noAbort());
    const joined = cache.read('test:a', async () => fresh('loaded'), noAbort());
    await expect(rejected).rejects.toBeInstanceOf(CallLimitError);
    expect((await joined).value).toBe('loaded');
  });

  test('returns the stale value to a caller who has reached a limit, and the new value to other callers', async () => {
    let now = 0;
    const cache = createTaggedCache({ maxBytes: MEGABYTE, now: () => now });
    open.push(cache);
    await cache.read('test:one', async () => ({ ...fresh('cached'), staleIfErrorSeconds: 3600 }), noAbort());
    now += 61_000;
    const limited = await cache.read('test:one', () => Promise.reject(callLimitError()), noAbort());
    expect(limited).toMatchObject({ value: 'cached', state: 'stale' });
    expect((await cache.read('test:one', async () => fresh('new'), noAbort())).value).toBe('new');
  });

  test('is returned to its readers, and not stored, when an invalidation overtakes it', async () => {
    const cache = cacheOf();
    for (let i = 0; i < 20; i++) {
      const { value, state } = await cache.read(
        'test:a',
        async () => {
          await cache.invalidate(['a']);
          return fresh(i, ['a']);
        },
        noAbort(),
      );
      expect([value, state]).toEqual([i, 'miss']);
    }
    expect(cache.size().entries).toBe(0);
  });

  test('with TTL 0 is shared by concurrent reads only', async () => {
    const cache = cacheOf();
    let loads = 0;
    const load = async () => fresh(++loads, [], 0);
    await Promise.all([cache.read('test:a', load, noAbort()), cache.read('test:a', load, noAbort())]);
    expect(loads).toBe(1);
    await cache.read('test:a', load, noAbort());
    expect(loads).toBe(2);
  });
});

describe('lease: a leased value', () => {
  const HOUR_MS = 60 * 60_000;
  let now: number;
  let cache: TaggedCache;
  let loads: number;
  const load = async (): Promise<LoadResult<number>> => ({
    ...fresh(++loads, ['a']),
    staleIfErrorSeconds: 3600,
    isLeased: true,
  });
  const read = () => cache.read('test:one', load, noAbort());
  beforeEach(async () => {
    now = 0;
    loads = 0;
    cache = createTaggedCache({ maxBytes: MEGABYTE, now: () => now });
    open.push(cache);
    cache.extendLease(15_000);
    await read();
  });
  /** Advances the clock while the lease is extended. */
  const advanceLeased = (ms: number) => {
    now += ms;
    cache.extendLease(15_000);
  };

  test('stays fresh for hours while the lease is extended, and is loaded again after 12 hours and its TTL', async () => {
    advanceLeased(11 * HOUR_MS);
    expect(await read()).toMatchObject({ value: 1, state: 'hit', ageSeconds: 0, isLeased: true });
    expect(cache.find('test:one')).toMatchObject({ value: 1 });
    advanceLeased(HOUR_MS + 61_000);
    expect(await read()).toMatchObject({ value: 2, state: 'miss' });
  });

  test('has its TTL from the end of the lease on', async () => {
    advanceLeased(2 * HOUR_MS);
    cache.extendLease(0);
    expect(cache.isLeased()).toBe(false);
    now += 59_000;
    expect(await read()).toMatchObject({ value: 1, state: 'hit', ageSeconds: 59 });
    now += 2_000;
    expect(await read()).toMatchObject({ value: 2, state: 'miss' });
  });

  test('has its TTL from the end of a lease that nobody extends', async () => {
    now += 15_000 + 61_000;
    expect((await read()).value).toBe(2);
  });

  test('can be served for an hour after the lease while its provider fails', async () => {
    advanceLeased(10 * HOUR_MS);
    cache.extendLease(0);
    now += HOUR_MS;
    const fail = () =>
      Promise.reject(new UpstreamError('content', 'UPSTREAM_UNAVAILABLE', new Error('down')));
    expect(await cache.read('test:one', fail, noAbort())).toMatchObject({ value: 1, state: 'stale' });
  });

  test('is loaded again when its tag is invalidated, and after seconds while the tag is held', async () => {
    await cache.invalidate(['a']);
    await cache.hold(['a'], 10_000);
    expect((await read()).value).toBe(2);
    advanceLeased(3_000);
    expect((await read()).value).toBe(3);
  });

  test('is as old as its load while there is no lease', async () => {
    cache.extendLease(0);
    await cache.invalidate(['a']);
    now += 1_000;
    await read();
    now += 30_000;
    expect(await read()).toMatchObject({ value: 2, ageSeconds: 30 });
  });
});
