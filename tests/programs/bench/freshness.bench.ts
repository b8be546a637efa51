import { setTimeout as sleep } from 'node:timers/promises';
import { startStack } from '../../support/stack.ts';
import { createSubscriber, subscribe } from '../../support/subscriber.ts';
import { quantile } from '../load/quantile.ts';

/*
 * Measures the time from the end of a mutation to the first response with the new title, and to the event of a
 * subscriber. The response is polled over HTTP, so its time includes one round trip.
 * `node tests/programs/bench/freshness.bench.ts [rounds]`
 */
const rounds = Number(process.argv[2] ?? 300);
const LIMIT_MS = 250;

const formatQuantiles = (values: readonly number[]) =>
  `p50 ${quantile(values, 0.5).toFixed(1)} ms, p99 ${quantile(values, 0.99).toFixed(1)} ms`;

const responseTimes: number[] = [];
const eventTimes: number[] = [];
const stack = await startStack({ env: { CACHE_TTL: '600' } });
try {
  await stack.connectWebhooks();
  const client = createSubscriber(stack.url);
  const subscription = subscribe(
    client,
    'subscription { contentChanged { node { ... on Film { title } } } }',
  );
  const readTitle = async () =>
    (await stack.query('{ film(by: { slug: "lorenz" }) { title } }')).data.film.title;
  for (let n = 0; n < rounds; n++) {
    const title = `Title ${n}`;
    await readTitle();
    const eventReceived = (async () => {
      for (;;) {
        const { data } = await subscription.next();
        if (data?.contentChanged.node?.title === title) return performance.now();
      }
    })();
    await stack.editor.patch('film-lorenz').set({ title }).commit({ returnDocuments: false });
    const startedAt = performance.now();
    while ((await readTitle()) !== title) await sleep(1);
    responseTimes.push(performance.now() - startedAt);
    eventTimes.push(Math.max(0, (await eventReceived) - startedAt));
  }
  await client.dispose();
} finally {
  await stack.close();
}
console.log(`${rounds} mutations\n`);
console.log(`new response       ${formatQuantiles(responseTimes)}`);
console.log(`subscription event ${formatQuantiles(eventTimes)}`);
const p99 = Math.max(quantile(responseTimes, 0.99), quantile(eventTimes, 0.99));
if (p99 > LIMIT_MS) {
  console.error(`expected p99 below ${LIMIT_MS} ms, got ${p99.toFixed(1)} ms`);
  process.exitCode = 1;
}
