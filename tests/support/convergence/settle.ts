import { setTimeout as sleep } from 'node:timers/promises';
import { createGateway } from '../../../gateway/app/gateway.ts';
import { openStorage } from '../../../gateway/app/storage.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import type { Storage } from '../../../gateway/services/storage/storage.ts';
import { createIndexJobQueue } from '../../../gateway/sync/index/jobs.ts';
import { askGraph, type House } from '../stack.ts';

/** Milliseconds for the list to be worked off. */
const PATIENCE = 180_000;

/** What is asked of a gateway that has come to rest: everything that documents, assets and the index lead to. */
export const QUESTIONS: readonly string[] = [
  '{ films(first: 50, orderBy: YEAR_ASC) { totalCount nodes { slug title year topics { title } credits { person { name } } } } }',
  '{ people(first: 50) { totalCount nodes { slug name films(first: 5) { totalCount nodes { title } } } } }',
  '{ topics(first: 50) { nodes { title films(first: 3) { totalCount nodes { title } } } } articles(first: 50) { nodes { title } } }',
  '{ films(first: 50) { nodes { slug video { status duration tracks { language name } } } } }',
  '{ search(query: "", first: 40, facets: [TOPICS]) { totalCount nodes { __typename ... on Film { title } ... on Article { title } } facets { values { label count } } } }',
  '{ search(query: "word1") { totalCount } moments(query: "words") { totalCount nodes { start film { slug } } } }',
  '{ film(slug: "lorenz") { title video { status } related { title } } person(slug: "edward-lorenz") { name } }',
];

/** Waits until all deliveries have come, and all work is done, with the comparisons that come every so often. */
export async function settle(
  emulators: House['emulators'],
  env: Readonly<Record<string, string>>,
): Promise<void> {
  await fetch(`${emulators.content.url}/__emulator/webhooks/idle`);
  const durable = openStorage(readConfig(env), () => undefined);
  try {
    // The echoes of the last live event have sweeps of their own.
    await sleep(2_000);
    await workedOff(durable);
    for (const id of ['moments', 'documents'] as const)
      await createIndexJobQueue(durable.index).enqueue([{ kind: 'compare', id }], { debounceMs: 0 });
    await workedOff(durable);
    await createIndexJobQueue(durable.index).enqueue([{ kind: 'suggestions', id: '' }], { debounceMs: 0 });
    await workedOff(durable);
  } finally {
    await durable.close();
  }
}

/** Waits until nothing is due any more; what only gathers may stay. */
async function workedOff({ inbox, index }: Storage): Promise<void> {
  for (const late = Date.now() + PATIENCE; Date.now() < late; await sleep(50)) {
    const states = await Promise.all([inbox.state(), index.state()]);
    if (states.every(({ oldest }) => oldest === null)) return;
  }
  throw new Error(`expected all work to be done within ${PATIENCE / 1000} s`);
}

/**
 * @param env of a gateway that keeps nothing and follows nobody, which is started for this
 * @returns the questions to which the gateway at `url` answers otherwise
 */
export async function staleAnswers(url: string, env: Readonly<Record<string, string>>): Promise<string[]> {
  const uncached = await createGateway(readConfig(env));
  try {
    await uncached.warm;
    const [kept, true_] = await Promise.all([answersOf(url), answersOf(uncached.url)]);
    return QUESTIONS.flatMap((question, i) =>
      kept[i] === true_[i] ? [] : [`${question}\n  kept ${kept[i]}\n  true ${true_[i]}`],
    );
  } finally {
    await uncached.close();
  }
}

/** The answers to all questions, as texts. */
export const answersOf = (url: string): Promise<string[]> =>
  Promise.all(QUESTIONS.map((question) => answerOf(url, question)));

/** On a machine that is busy a provider may be late; that says nothing of what is true. */
async function answerOf(url: string, question: string, attempts = 5): Promise<string> {
  const { data, errors } = await askGraph(url, question);
  const isLate = errors.some(({ extensions }) => extensions?.code === 'UPSTREAM_TIMEOUT');
  return isLate && attempts > 1 ? answerOf(url, question, attempts - 1) : JSON.stringify({ data, errors });
}
