import { createGateway } from '../../../gateway/app/gateway.ts';
import { openStorage } from '../../../gateway/app/storage.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { callControl } from '../../../gateway/emulators/shared/control.ts';
import type { Queue } from '../../../gateway/services/storage/queue/queue.ts';
import { createIndexJobQueue } from '../../../gateway/sync/index/jobs.ts';
import { queryGateway, type Stack } from '../stack.ts';
import { within } from '../within.ts';

const DRAIN_TIMEOUT_MS = 180_000;
/** Longer than the delays of the further polls that the content sync makes after a live event (1.5 s and 7 s). */
const STALE_TIMEOUT_MS = 20_000;
const POLL_INTERVAL_MS = 50;

/** Queries that together read all documents, assets and search records. */
export const QUERIES: readonly string[] = [
  '{ films(first: 50, orderBy: { field: YEAR }) { totalCount nodes { slug title year topics { title } credits { person { name } } } } }',
  '{ people(first: 50) { totalCount nodes { slug name films(first: 5) { totalCount nodes { title } } } } }',
  '{ topics(first: 50) { nodes { title films(first: 3) { totalCount nodes { title } } } } articles(first: 50) { nodes { title } } }',
  '{ films(first: 50) { nodes { slug video { status duration tracks { language name } } } } }',
  '{ search(query: "", first: 40, facets: [TOPICS]) { totalCount nodes { __typename ... on Film { title } ... on Article { title } } facets { values { label count } } } }',
  '{ search(query: "word1") { totalCount } moments(query: "words") { totalCount nodes { start film { slug } } } }',
  '{ film(by: { slug: "lorenz" }) { title video { status } related { title } } person(by: { slug: "edward-lorenz" }) { name } }',
];

/** Waits until all webhooks are delivered and all index jobs are done, including one reconciliation of each index. */
export async function settle(
  emulators: Stack['emulators'],
  env: Readonly<Record<string, string>>,
): Promise<void> {
  await callControl(emulators.content.url, 'GET', 'webhooks/idle');
  await using storage = openStorage(readConfig(env), () => undefined);
  const [fingerprint = ''] = await storage.indexedModels.list();
  const index = storage.indexJobs(fingerprint);
  const queues = [storage.inbox, index];
  await waitUntilDrained(queues);
  for (const id of ['moments', 'documents'] as const)
    await createIndexJobQueue(index).enqueue([{ kind: 'reconcile', id }], { debounceMs: 0 });
  await waitUntilDrained(queues);
  await createIndexJobQueue(index).enqueue([{ kind: 'suggestions', id: '' }], { debounceMs: 0 });
  await waitUntilDrained(queues);
}

/** Waits until inbox and index queue have no item that is due. Debounced items may remain. */
const waitUntilDrained = (queues: readonly Queue[]): Promise<void> =>
  within(
    DRAIN_TIMEOUT_MS,
    async () => {
      const states = await Promise.all(queues.map((queue) => queue.state()));
      if (states.some(({ oldestOverdueAt }) => oldestOverdueAt !== null))
        throw new Error(`expected inbox and index queue to be empty, got ${JSON.stringify(states)}`);
    },
    POLL_INTERVAL_MS,
  );

/**
 * Returns the queries to which a gateway keeps responding otherwise than one without a cache.
 * @param env environment of the gateway without cache and without sync, which is started for the comparison
 */
export async function findStaleQueries(
  url: string,
  env: Readonly<Record<string, string>>,
): Promise<string[]> {
  const uncached = await createGateway(readConfig(env));
  let stale: string[] = [];
  try {
    await uncached.mediaLibraryLoaded;
    const compare = async () => {
      const [actual, expected] = await Promise.all([responsesOf(url), responsesOf(uncached.url)]);
      stale = QUERIES.flatMap((query, i) =>
        actual[i] === expected[i] ? [] : [`${query}\n  got      ${actual[i]}\n  expected ${expected[i]}`],
      );
      if (stale.length > 0) throw new Error('expected no stale response');
    };
    await within(STALE_TIMEOUT_MS, compare, 500).catch((error: unknown) => {
      if (stale.length === 0) throw error;
    });
    return stale;
  } finally {
    await uncached.close();
  }
}

/** Returns the responses to all queries as JSON. */
export const responsesOf = (url: string): Promise<string[]> =>
  Promise.all(QUERIES.map((query) => responseOf(url, query)));

/** Repeats queries that time out, since a slow provider says nothing about the data. */
async function responseOf(url: string, query: string, attempts = 5): Promise<string> {
  const { data, errors } = await queryGateway(url, query);
  const isTimeout = errors.some(({ extensions }) => extensions?.code === 'UPSTREAM_TIMEOUT');
  return isTimeout && attempts > 1 ? responseOf(url, query, attempts - 1) : JSON.stringify({ data, errors });
}
