import { startStack } from '../../support/stack.ts';
import { median } from '../load/quantile.ts';
import { createBenchClient, readOperation, renameOperation } from './request.ts';

/*
 * Measures responses from the response cache, from cached provider responses, and without caches; also an invalidation and 50
 * simultaneous requests. Rounds alternate, so that other load of the machine affects all measurements equally.
 * `node tests/programs/bench/cache.bench.ts [rounds]`
 */
const [rounds = 40] = process.argv.slice(2).map(Number);
const REQUESTS_PER_ROUND = 10;
const SIMULTANEOUS_REQUESTS = 50;

const CACHE_LEVELS = ['responses', 'providers', 'none'] as const;
type CacheLevel = (typeof CACHE_LEVELS)[number];
const OPERATIONS = ['home', 'wide', 'article', 'person'] as const;
const VARIABLES: Readonly<Record<string, unknown>> = {
  article: { slug: 'sensitive-dependence' },
  person: { slug: 'edward-lorenz' },
};

const { query, close } = createBenchClient();
const cached = await startStack();
const uncached = await startStack({ hasCache: false });

try {
  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++)
    for (const name of OPERATIONS) {
      const document = readOperation(name);
      const requests: Record<CacheLevel, () => Promise<string>> = {
        responses: () => query(cached.url, document, VARIABLES[name]),
        providers: () => query(cached.url, renameOperation(document), VARIABLES[name]),
        none: () => query(uncached.url, document, VARIABLES[name]),
      };
      for (const level of CACHE_LEVELS) {
        await requests[level]();
        const startedAt = performance.now();
        for (let i = 0; i < REQUESTS_PER_ROUND; i++) await requests[level]();
        const key = `${name} ${level}`;
        times.set(key, [...(times.get(key) ?? []), (performance.now() - startedAt) / REQUESTS_PER_ROUND]);
      }
    }
  console.log(
    `${'ms, cached:'.padEnd(12)}${['responses', 'providers', 'no cache', 'speed-up'].map((h) => h.padStart(14)).join('')}`,
  );
  for (const name of OPERATIONS) {
    const [responses = 0, providers = 0, none = 0] = CACHE_LEVELS.map((level) =>
      median(times.get(`${name} ${level}`) ?? []),
    );
    const cells = [responses, providers, none].map((ms) => ms.toFixed(2).padStart(14)).join('');
    console.log(`${name.padEnd(12)}${cells}${(none / responses).toFixed(1).padStart(14)}`);
  }

  const home = readOperation('home');
  const invalidations: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await query(cached.url, home, undefined);
    const startedAt = performance.now();
    await cached.cache.invalidate(['content:type:film']);
    invalidations.push((performance.now() - startedAt) * 1000);
  }
  await cached.cache.invalidateAll();
  await cached.clearRequests();
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: SIMULTANEOUS_REQUESTS }, () => query(cached.url, home, undefined)));
  const simultaneousMs = performance.now() - startedAt;
  console.log(
    `\ninvalidation: ${median(invalidations).toFixed(0)} µs; ${SIMULTANEOUS_REQUESTS} simultaneous requests: ${simultaneousMs.toFixed(0)} ms, upstream requests: ${(await cached.requests()).content.length}`,
  );
} finally {
  close();
  await cached.close();
  await uncached.close();
}
