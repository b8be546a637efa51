import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { openHouse, ROOT } from '../house.ts';

/*
 * What kept answers save: the same operations asked over HTTP, answered whole out of the cache, out of kept answers of
 * the providers, and without any; and what purging and fifty at once cost. Rounds alternate, so that what else the
 * machine does falls on all alike. `node tests/bench/cache.bench.ts [rounds]`
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

const agent = new Agent({ keepAlive: true });
const kept = await openHouse();
const bare = await openHouse({ cache: false });

async function ask(origin: string, query: string, variables: unknown): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent = request(`${origin}/graphql`, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json' },
  });
  sent.on('response', (answer) => text(answer).then(resolve, reject));
  sent.on('error', reject);
  sent.end(JSON.stringify({ query, variables }));
  return promise;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

let names = 0;
/** Another name is another document: nothing above the providers' answers knows it. */
const renamed = (query: string) => query.replace(/^query\s+\w+/m, `query Q${++names}`);

try {
  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++)
    for (const name of OPERATIONS) {
      const query = readFileSync(`${ROOT}tests/operations/${name}.graphql`, 'utf8');
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

  const home = readFileSync(`${ROOT}tests/operations/home.graphql`, 'utf8');
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
  agent.destroy();
  await kept.close();
  await bare.close();
}
