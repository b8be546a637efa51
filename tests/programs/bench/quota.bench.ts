import { setTimeout as sleep } from 'node:timers/promises';
import { openStorage } from '../../../gateway/app/storage.ts';
import { SYNC_TIMING } from '../../../gateway/providers/content/sync.ts';
import { LEASED_TTL_SECONDS } from '../../../gateway/services/cache/validity.ts';
import { LEASED_RECONCILE_INTERVAL_MS } from '../../../gateway/sync/index/indexJobProcessor.ts';
import { MARK_INTERVAL_MS } from '../../../gateway/sync/index/indexUse.ts';
import { createIndexJobQueue } from '../../../gateway/sync/index/jobs.ts';
import { reconciliationCheckpoint } from '../../../gateway/sync/index/status.ts';
import { createApiKey } from '../../support/createApiKey.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';
import { within } from '../../support/within.ts';
import { markdownTable } from '../load/markdownTable.ts';
import { type Counts, countRequests, times, total } from './quota/counts.ts';
import { PAGES, SEARCHES } from './quota/operations.ts';
import { writeTables } from './scenarios/report.ts';

/*
 * Counts the requests that a gateway sends to the providers, by the request logs of the emulators, and computes those of a
 * month of 30 days from its intervals. It exits with 1 if an idle month exceeds the limits. It takes two minutes.
 * `npm run bench -- quota [--write]` replaces the tables of docs/costs.md.
 */
const MONTH_MS = 30 * 86_400_000;
const IDLE_LIMITS = { content: 2_000, search: 200 };
const HOUR_MS = 3_600_000;
const COMPARISON_TIMEOUT_MS = 30_000;
/** An edit is applied to responses, index and polls within this time. */
const SETTLE_MS = 8_000;
const LOADS = 5;

let now = Date.now();
const stack = await startStack({ now: () => now });

const isLeased = () =>
  within(10_000, () => {
    if (!stack.cache.isLeased()) throw new Error('expected a lease, got none');
  });
/** Counts the requests of some work. */
const count = async (work: () => Promise<unknown>): Promise<Counts> => {
  await stack.clearRequests();
  await work();
  return countRequests(stack);
};
const read = async (query: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${stack.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
  const { errors } = (await response.json()) as { errors?: unknown };
  if (errors) throw new Error(`expected no errors, got ${JSON.stringify(errors)}`);
};

/** Counts the requests of a comparison of an index with its sources. */
async function comparison(index: 'documents' | 'moments'): Promise<Counts> {
  await using storage = openStorage(stack.config, () => undefined);
  const [fingerprint = ''] = await storage.indexedModels.list();
  const checkpoint = reconciliationCheckpoint(storage, fingerprint, index);
  const before = await checkpoint.read();
  return await count(async () => {
    await createIndexJobQueue(storage.indexJobs(fingerprint)).enqueue([{ kind: 'reconcile', id: index }], {
      debounceMs: 0,
    });
    await within(COMPARISON_TIMEOUT_MS, async () => {
      if ((await checkpoint.read()) === before)
        throw new Error(`expected a comparison of ${index}, got none`);
    });
  });
}

/** Counts the requests of an idle month: those of each background activity, by its interval. */
async function idleMonth(): Promise<readonly (readonly [activity: string, counts: Counts])[]> {
  const { documents, moments } = LEASED_RECONCILE_INTERVAL_MS;
  const one = { content: 1, search: 0, media: 0 };
  return [
    ['poll', times(one, MONTH_MS / SYNC_TIMING.pollIntervalMs)],
    ['comparison of documents', times(await comparison('documents'), MONTH_MS / documents)],
    ['comparison of moments', times(await comparison('moments'), MONTH_MS / moments)],
    // It reads the settings, writes them, and waits for the task.
    [
      'mark that the index is in use',
      times({ content: 0, search: 3, media: 0 }, MONTH_MS / MARK_INTERVAL_MS),
    ],
    ['connection of live events, lost once an hour', times(one, MONTH_MS / HOUR_MS)],
  ];
}

/** Counts the requests of a month in which an operation is executed all the time, and nothing is edited. */
async function busyMonth(query: string): Promise<Counts> {
  await read(query);
  // Videos and searches expire after CACHE_TTL, content after 12 hours.
  const perMinute = await count(async () => {
    for (let i = 0; i < LOADS; i += 1) {
      now += 61_000 + 30_000;
      await isLeased();
      await read(query);
    }
  });
  const perLease = await count(async () => {
    for (let i = 0; i < LOADS; i += 1) {
      now += 1_000 * LEASED_TTL_SECONDS + 120_000;
      await isLeased();
      await read(query);
    }
  });
  const minutes = MONTH_MS / 60_000 / LOADS;
  const leases = MONTH_MS / 1_000 / LEASED_TTL_SECONDS / LOADS;
  return {
    content: perMinute.content * minutes + perLease.content * leases,
    search: perMinute.search * minutes,
    media: perMinute.media * minutes,
  };
}

/** Counts the requests of an edit, and of reading an operation once afterwards. */
async function edit(id: string, query: string): Promise<Counts> {
  await read(query);
  const counts = await count(async () => {
    await stack.editor
      .patch(id)
      .set({ tagline: `Edited ${now}` })
      .commit();
    await sleep(SETTLE_MS);
    await read(query);
  });
  await sleep(SETTLE_MS);
  return counts;
}

async function measure(current: Stack) {
  await current.connectWebhooks();
  await isLeased();
  const idle = await idleMonth();
  const editor = { authorization: `Bearer ${await createApiKey(current, 'editor', ['read:drafts'])}` };
  const events: [string, Counts][] = [];
  for (const [name, query] of Object.entries(PAGES))
    events.push([`month of constant reads: ${name}`, await busyMonth(query)]);
  events.push(['edit of a page, and its next reader', await edit('film-lorenz', PAGES['a page'])]);
  events.push([
    'edit of another page, and the next reader of the first',
    await edit('film-boids', PAGES['a page']),
  ]);
  events.push([
    'edit of a document that nothing refers to, without a reader',
    await count(async () => {
      await current.editor.patch('article-four-numbers').set({ standfirst: 'Edited' }).commit();
      await sleep(SETTLE_MS);
    }),
  ]);
  for (const [name, query] of SEARCHES) events.push([name, await count(() => read(query))]);
  const drafts = { ...editor, 'x-perspective': 'drafts' };
  events.push(['preview of a page', await count(() => read(PAGES['a page'], drafts))]);
  return { idle, events };
}

const row = (name: string, { content, search, media }: Counts) =>
  [name, ...[content, search, media].map((requests) => Math.round(requests).toLocaleString('en'))] as const;

try {
  const { idle, events } = await measure(stack);
  const idleTotal = total(idle.map(([, counts]) => counts));
  const columns = ['', 'Sanity', 'Algolia', 'Mux'];
  const text = [
    markdownTable(
      columns,
      [...idle.map(([name, counts]) => row(name, counts)), row('**idle month**', idleTotal)],
      1,
    ),
    markdownTable(
      columns,
      events.map(([name, counts]) => row(name, counts)),
      1,
    ),
  ].join('\n\n');
  console.log(text);
  if (process.argv.includes('--write')) writeTables('quota', text, `${ROOT}docs/costs.md`);
  for (const provider of ['content', 'search'] as const)
    if (idleTotal[provider] > IDLE_LIMITS[provider]) {
      console.error(
        `expected at most ${IDLE_LIMITS[provider]} requests of an idle month to ${provider}, got ${idleTotal[provider]}`,
      );
      process.exitCode = 1;
    }
} finally {
  await stack.close();
}
