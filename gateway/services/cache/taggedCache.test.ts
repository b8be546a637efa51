import { afterEach, describe, expect, test } from '@jest/globals';
import { UpstreamError } from '../../core/errors.ts';
import { createTaggedCache, type LoadResult, type TaggedCache } from './taggedCache.ts';

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

const patient = () => ({ signal: new AbortController().signal });
const fresh = <T>(value: T, tags: readonly string[] = [], ttl = 60): LoadResult<T> => ({ value, tags, ttl });

describe('memory', () => {
  test('stays within its bytes and its entries, whatever is asked', async () => {
    const cache = cacheOf(MEGABYTE, 500);
    for (let i = 0; i < 5000; i++) {
      const tags = Array.from({ length: 20 }, (_, n) => `tag:${i}:${n}`);
      await cache.read(
        `test:${i}:${'k'.repeat(10_000)}`,
        async () => fresh({ text: 'x'.repeat(5000) }, tags),
        patient(),
      );
    }
    const { bytes, entries } = cache.size();
    expect(bytes).toBeLessThanOrEqual(MEGABYTE);
    expect(entries).toBeGreaterThan(50);
    expect(entries).toBeLessThanOrEqual(500);
  });

  test('does not give all of itself to one answer', async () => {
    const cache = cacheOf();
    await cache.read('test:small', async () => fresh('small'), patient());
    await cache.read('test:huge', async () => fresh('x'.repeat(MEGABYTE / 2)), patient());
    expect(cache.size().entries).toBe(1);
  });

  test('gives everybody the same value, which nobody can change', async () => {
    const cache = cacheOf();
    const load = async () => fresh({ rows: [{ title: 'a' }] });
    const { value } = await cache.read('test:a', load, patient());
    expect(() => value.rows.push({ title: 'b' })).toThrow(TypeError);
    expect((await cache.read('test:a', load, patient())).value).toBe(value);
  });

  test('forgets by tag and forgets nothing else', async () => {
    const cache = cacheOf();
    const loads: string[] = [];
    const read = (key: string, tags: string[]) => {
      const load = async () => {
        loads.push(key);
        return fresh(key, tags);
      };
      return cache.read(key, load, patient());
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
    await cache.purge(['x']);
    expect(await readAll()).toBe('test:a');
    await cache.purge(['y', 'nothing']);
    expect(await readAll()).toBe('test:a,test:b');
    await cache.purgeAll();
    expect(await readAll()).toBe('test:a,test:b,test:c');
    // What no answer has any more leaves nothing behind.
    expect(cache.size().entries).toBe(3);
  });
});

describe('a load', () => {
  test('goes on while one of those who wait for it is there, and ends with the last', async () => {
    const cache = cacheOf();
    let ended: AbortSignal | undefined;
    const load = (signal: AbortSignal) =>
      new Promise<LoadResult<string>>((_, reject) => {
        ended = signal;
        signal.addEventListener('abort', () => reject(new Error('ended')));
      });
    const [one, two] = [new AbortController(), new AbortController()];
    const waits = [one, two].map(({ signal }) =>
      cache.read('test:a', load, { signal }).catch((e: Error) => e.message),
    );
    one.abort(new Error('one has gone'));
    expect(await waits[0]).toBe('one has gone');
    expect(ended?.aborted).toBe(false);
    two.abort(new Error('two has gone'));
    expect(await waits[1]).toBe('two has gone');
    expect(ended?.aborted).toBe(true);
    // Who comes now does not wait for what has been given up.
    expect((await cache.read('test:a', async () => fresh('new'), patient())).value).toBe('new');
  });

  test('that an operation has no more time for is stood in for by what is kept, and that nobody waits for is not', async () => {
    let now = 0;
    const cache = createTaggedCache({ maxBytes: MEGABYTE, now: () => now });
    open.push(cache);
    await cache.read('test:one', async () => ({ ...fresh('kept'), staleIfError: 3600 }), patient());
    now += 61_000;
    const hang = () => new Promise<never>(() => {});
    const read = (signal: AbortSignal) => cache.read('test:one', hang, { signal });
    await expect(read(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(await read(AbortSignal.timeout(20))).toMatchObject({ value: 'kept', state: 'stale' });
  });

  test('that fails takes all who wait along, and the next one begins anew', async () => {
    const cache = cacheOf();
    let loads = 0;
    const failing = async (): Promise<LoadResult<string>> => {
      loads += 1;
      throw new UpstreamError('content', 'UPSTREAM_UNAVAILABLE', new Error('down'));
    };
    const waits = await Promise.allSettled(
      Array.from({ length: 10 }, () => cache.read('test:a', failing, patient())),
    );
    expect(waits.every(({ status }) => status === 'rejected')).toBe(true);
    expect(loads).toBe(1);
    expect((await cache.read('test:a', async () => fresh('up'), patient())).value).toBe('up');
  });

  test('that is overtaken by purges without end is still given to those who wait', async () => {
    const cache = cacheOf();
    for (let i = 0; i < 20; i++) {
      const { value, state } = await cache.read(
        'test:a',
        async () => {
          await cache.purge(['a']);
          return fresh(i, ['a']);
        },
        patient(),
      );
      expect([value, state]).toEqual([i, 'miss']);
    }
    expect(cache.size().entries).toBe(0);
  });

  test('of what may not be kept happens for each who asks later, and once for those who ask together', async () => {
    const cache = cacheOf();
    let loads = 0;
    const load = async () => fresh(++loads, [], 0);
    await Promise.all([cache.read('test:a', load, patient()), cache.read('test:a', load, patient())]);
    expect(loads).toBe(1);
    await cache.read('test:a', load, patient());
    expect(loads).toBe(2);
  });
});
