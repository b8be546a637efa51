import { openHouse } from '../../support/stack.ts';
import { median } from '../load/quantile.ts';
import { createAsker, readOperation, renamed } from './request.ts';

/*
 * What kept answers save: the same operations asked over HTTP, answered whole out of the cache, out of kept answers of
 * the providers, and without any; and what purging and fifty at once cost. Rounds alternate, so that what else the
 * machine does falls on all alike. `node tests/programs/bench/cache.bench.ts [rounds]`
 */
const [rounds = 40] = process.argv.slice(2).map(Number);
const TIMES = 10;

const WAYS = ['whole', 'parts', 'none'] as const;
type Way = (typeof WAYS)[number];
const OPERATIONS = ['home', 'wide', 'article', 'person'] as const;
const VARIABLES: Readonly<Record<string, unknown>> = {
  article: { slug: 'sensitive-dependence' },
  person: { slug: 'edward-lorenz' },
};

const { ask, close } = createAsker();
const kept = await openHouse();
const bare = await openHouse({ cache: false });

try {
  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++)
    for (const name of OPERATIONS) {
      const query = readOperation(name);
      const asked: Record<Way, () => Promise<string>> = {
        whole: () => ask(kept.url, query, VARIABLES[name]),
        parts: () => ask(kept.url, renamed(query), VARIABLES[name]),
        none: () => ask(bare.url, query, VARIABLES[name]),
      };
      for (const way of WAYS) {
        await asked[way]();
        const begun = performance.now();
        for (let i = 0; i < TIMES; i++) await asked[way]();
        const key = `${name} ${way}`;
        times.set(key, [...(times.get(key) ?? []), (performance.now() - begun) / TIMES]);
      }
    }
  console.log(
    `${'ms'.padEnd(12)}${['whole', 'parts', 'none', 'none ÷ whole'].map((h) => h.padStart(14)).join('')}`,
  );
  for (const name of OPERATIONS) {
    const [whole = 0, parts = 0, none = 0] = WAYS.map((way) => median(times.get(`${name} ${way}`) ?? []));
    const cells = [whole, parts, none].map((ms) => ms.toFixed(2).padStart(14)).join('');
    console.log(`${name.padEnd(12)}${cells}${(none / whole).toFixed(1).padStart(14)}`);
  }

  const home = readOperation('home');
  const purges: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await ask(kept.url, home, undefined);
    const begun = performance.now();
    await kept.cache.purge(['content:type:film']);
    purges.push((performance.now() - begun) * 1000);
  }
  await kept.cache.purgeAll();
  await kept.forget();
  const begun = performance.now();
  await Promise.all(Array.from({ length: 50 }, () => ask(kept.url, home, undefined)));
  const together = performance.now() - begun;
  console.log(
    `\na purge ${median(purges).toFixed(0)} µs; fifty who ask at once ${together.toFixed(0)} ms and ${(await kept.requests()).content.length} request`,
  );
} finally {
  close();
  await kept.close();
  await bare.close();
}
