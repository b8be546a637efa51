import { setTimeout as sleep } from 'node:timers/promises';
import { openHouse } from '../../support/stack.ts';
import { subscribe, subscriber } from '../../support/subscriber.ts';
import { quantile } from '../load/quantile.ts';

/*
 * How long after an editor's mutation the graph answers otherwise, and a subscriber has the message: beyond the time the
 * provider itself takes for the mutation. The answer is asked again and again over HTTP, so that it counts a round trip;
 * the message comes over a WebSocket, with the title that is true by then.
 * `node tests/programs/bench/freshness.bench.ts [rounds]`
 */
const rounds = Number(process.argv[2] ?? 300);
const LIMIT_MS = 250;

const shown = (values: readonly number[]) =>
  `p50 ${quantile(values, 0.5).toFixed(1)} ms, p99 ${quantile(values, 0.99).toFixed(1)} ms`;

const answered: number[] = [];
const told: number[] = [];
const house = await openHouse({ env: { CACHE_TTL: '600' } });
try {
  await house.bringNews();
  const client = subscriber(house.url);
  const news = subscribe(client, 'subscription { contentChanged { node { ... on Film { title } } } }');
  const titleOf = async () => (await house.ask('{ film(slug: "lorenz") { title } }')).data.film.title;
  for (let n = 0; n < rounds; n++) {
    const title = `Title ${n}`;
    await titleOf();
    const hearing = (async () => {
      for (;;) {
        const { data } = await news.next();
        if (data?.contentChanged.node?.title === title) return performance.now();
      }
    })();
    await house.editor.patch('film-lorenz').set({ title }).commit({ returnDocuments: false });
    const begun = performance.now();
    while ((await titleOf()) !== title) await sleep(1);
    answered.push(performance.now() - begun);
    told.push(Math.max(0, (await hearing) - begun));
  }
  await client.dispose();
} finally {
  await house.close();
}
console.log(`${rounds} mutations\n`);
console.log(`another answer         ${shown(answered)}`);
console.log(`a subscriber has it    ${shown(told)}`);
const worst = Math.max(quantile(answered, 0.99), quantile(told, 0.99));
if (worst > LIMIT_MS) {
  console.error(`expected p99 below ${LIMIT_MS} ms, got ${worst.toFixed(1)} ms`);
  process.exitCode = 1;
}
