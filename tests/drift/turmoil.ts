import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reindex } from '../../gateway/cli/reindex.ts';
import { readConfig } from '../../gateway/config.ts';
import { type Durable, openDurable } from '../../gateway/durable.ts';
import { addChores } from '../../gateway/indexing/chores.ts';
import { createGateway } from '../../gateway/main.ts';
import type { WebhookFault } from '../../gateway/twins/webhookFaults.ts';
import { Chance } from '../generator/chance.ts';
import { askGraph, openHouse } from '../house.ts';
import { createTurmoil } from './edits.ts';
import { createSubject } from './subject.ts';

/** What is done to a gateway. */
export interface TurmoilOptions {
  readonly edits: number;
  /** How often the gateway is killed, and started again after some more edits. */
  readonly kills: number;
  /** The share of edits that concern captions. */
  readonly captions: number;
  readonly seed: string;
  say?(line: string): void;
}

/** What is left of it. */
export interface Outcome {
  readonly edits: Readonly<Record<string, number>>;
  /** What `npm run index -- --check` says, line by line. */
  readonly check: readonly string[];
  readonly isClean: boolean;
  /** Questions to which the gateway answers otherwise than one that keeps nothing. */
  readonly stale: readonly string[];
  readonly questions: number;
  /** Milliseconds of the edits, and until all was worked off. */
  readonly editing: number;
  readonly settling: number;
}

const FAULTS: readonly WebhookFault[] = [
  { kind: 'twice', share: 0.1 },
  { kind: 'reorder', share: 0.1 },
  { kind: 'late', ms: 400, share: 0.1 },
  { kind: 'lost', share: 0.1 },
];
/** Milliseconds for the list to be worked off. */
const PATIENCE = 180_000;
const DOWN_FOR = 5;

const QUESTIONS: readonly string[] = [
  '{ films(first: 50, orderBy: YEAR_ASC) { totalCount nodes { slug title year topics { title } credits { person { name } } } } }',
  '{ people(first: 50) { totalCount nodes { slug name films(first: 5) { totalCount nodes { title } } } } }',
  '{ topics(first: 50) { nodes { title films(first: 3) { totalCount nodes { title } } } } articles(first: 50) { nodes { title } } }',
  '{ films(first: 50) { nodes { slug video { status duration tracks { language name } } } } }',
  '{ search(query: "", first: 40, facets: [TOPICS]) { totalCount nodes { __typename ... on Film { title } ... on Article { title } } facets { values { label count } } } }',
  '{ search(query: "word1") { totalCount } moments(query: "words") { totalCount nodes { start film { slug } } } }',
  '{ film(slug: "lorenz") { title video { status } related { title } } person(slug: "edward-lorenz") { name } }',
];

/**
 * Lets a gateway live through edits of every kind, told badly, and through its own deaths; then lets it come to rest,
 * and compares the index with its sources and the answers with those of a gateway that keeps nothing.
 */
export async function runTurmoil(options: TurmoilOptions): Promise<Outcome> {
  const { edits, kills, captions, seed, say = () => undefined } = options;
  const chance = new Chance(seed);
  const house = await openHouse({ env: { FOLLOW_NEWS: 'off', CACHE_TTL: '0' } });
  const stateDir = mkdtempSync(join(tmpdir(), 'trivium-turmoil-'));
  const env = { ...house.env, FOLLOW_NEWS: 'on', CACHE_TTL: '600', STATE_DIR: stateDir };
  const subject = await createSubject(env);
  const turmoil = await createTurmoil(house, chance, { captions });
  try {
    await subject.start();
    await deliverTo(house, subject.url);
    const counts: Record<string, number> = {};
    const begun = performance.now();
    let downUntil = 0;
    for (let n = 1; n <= edits; n++) {
      const what = await turmoil.edit();
      counts[what] = (counts[what] ?? 0) + 1;
      // Answers are kept all the time, so that some would be stale if they stayed.
      if (n % 5 === 0 && downUntil === 0) void answersOf(subject.url).catch(() => undefined);
      if (n % Math.ceil(edits / (kills + 1)) === 0) {
        await subject.kill();
        downUntil = n + DOWN_FOR;
      }
      if (n === downUntil || (n === edits && downUntil > 0)) {
        await subject.start();
        downUntil = 0;
      }
      if (n % 500 === 0) say(`${n} edits in ${seconds(performance.now() - begun)}`);
    }
    const edited = performance.now();
    await settle(house.twins, stateDir, env);
    const settled = performance.now();
    say(`settled after ${seconds(settled - edited)}`);

    const check: string[] = [];
    const config = readConfig(env);
    const isClean = await reindex(config, { task: 'check', say: (line) => check.push(line) });
    const stale = await staleAnswers(subject.url, { ...house.env, CACHE_TTL: '0', FOLLOW_NEWS: 'off' });
    return {
      edits: counts,
      check,
      isClean,
      stale,
      questions: QUESTIONS.length,
      editing: edited - begun,
      settling: settled - edited,
    };
  } finally {
    await subject.kill();
    await turmoil.close();
    await house.close();
    rmSync(stateDir, { recursive: true });
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

async function deliverTo(house: Awaited<ReturnType<typeof openHouse>>, url: string): Promise<void> {
  for (const name of ['content', 'media'] as const)
    await fetch(`${house.twins[name].url}/__twin/webhooks`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ endpoints: [{ url: `${url}/webhooks/${name}` }], faults: FAULTS }),
    });
}

/** Waits until all deliveries have come, and all work is done, with the comparisons that come every so often. */
async function settle(
  twins: Awaited<ReturnType<typeof openHouse>>['twins'],
  stateDir: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  await fetch(`${twins.content.url}/__twin/webhooks/idle`);
  const durable = openDurable(readConfig({ ...env, STATE_DIR: stateDir }), () => undefined);
  try {
    // The echoes of the last live event have sweeps of their own.
    await sleep(2_000);
    await workedOff(durable);
    for (const id of ['moments', 'documents'] as const)
      await addChores(durable.index, [{ kind: 'compare', id }], { gathering: 0 });
    await workedOff(durable);
    await addChores(durable.index, [{ kind: 'suggestions', id: '' }], { gathering: 0 });
    await workedOff(durable);
  } finally {
    await durable.close();
  }
}

/** Waits until nothing is due any more; what only gathers may stay. */
async function workedOff({ inbox, index }: Durable): Promise<void> {
  for (const late = Date.now() + PATIENCE; Date.now() < late; await sleep(50)) {
    const states = await Promise.all([inbox.state(), index.state()]);
    if (states.every(({ oldest }) => oldest === null)) return;
  }
  throw new Error(`expected all work to be done within ${seconds(PATIENCE)}`);
}

async function staleAnswers(url: string, env: Readonly<Record<string, string>>): Promise<string[]> {
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

const answersOf = (url: string): Promise<string[]> =>
  Promise.all(QUESTIONS.map((question) => answerOf(url, question)));

/** On a machine that is busy a provider may be late; that says nothing of what is true. */
async function answerOf(url: string, question: string, attempts = 5): Promise<string> {
  const { data, errors } = await askGraph(url, question);
  const isLate = errors.some(({ extensions }) => extensions?.code === 'UPSTREAM_TIMEOUT');
  return isLate && attempts > 1 ? answerOf(url, question, attempts - 1) : JSON.stringify({ data, errors });
}
