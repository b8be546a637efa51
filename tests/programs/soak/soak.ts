import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStorage } from '../../../gateway/app/storage.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { createApiKeys } from '../../../gateway/services/auth/apiKeys.ts';
import { Chance } from '../../reference/generator/chance.ts';
import { createSubject, type Subject } from '../../support/convergence/gatewayProcess.ts';
import { askGraph, deliverNews, openHouse } from '../../support/stack.ts';
import { createTally, type Tally } from '../load/tally.ts';
import { beginWeather } from './faultSchedule.ts';
import { type Holding, type Inspector, openInspector } from './inspector.ts';
import { createVisitors, type Visitor } from './loadClients.ts';

/** How a gateway is soaked. */
export interface SoakOptions {
  readonly minutes: number;
  /** Visits a second. */
  readonly rate: number;
  readonly seed: string;
  /** Seconds between two looks at what the gateway holds. */
  readonly sample: number;
  /** Told each look. */
  say(minute: number, holding: Holding, tally: Tally): void;
}

/** What came of it. */
export interface Soaked {
  readonly tally: Tally;
  readonly samples: readonly Holding[];
  /** How often each fault came at a provider. */
  readonly faults: ReadonlyMap<string, number>;
  /** What the gateway said that it should not have to: its own failures, and its end. */
  readonly failures: readonly string[];
}

/** Megabytes of kept answers: so few that the cache is full long before the middle of a run. */
const CACHE_MEMORY = '8';
/** Documents that are more than the gateway keeps. */
const DOCUMENTS = 2000;
/** Lines of failures that are told. */
const MOST_TOLD = 20;
/** Visits at once; beyond it the gateway is not asked faster than it answers. */
const MOST_AT_ONCE = 200;
/** What the gateway logs that is its own fault; what it says of providers is theirs. */
const OWN_FAULT = /^(the gateway failed|internal error|a page failed)/;

/** Soaks one gateway, in a process of its own, over three emulators in this one. */
export async function soak(options: SoakOptions): Promise<Soaked> {
  const chance = new Chance(options.seed);
  const house = await openHouse({ env: { CONSUME_CHANGES: 'off', CACHE_TTL: '0' } });
  const stateDir = mkdtempSync(join(tmpdir(), 'trivium-soak-'));
  const env = {
    ...house.env,
    STATE_DIR: stateDir,
    CONSUME_CHANGES: 'on',
    CACHE_TTL: '20',
    CACHE_MEMORY_MB: CACHE_MEMORY,
    LOG_LEVEL: 'error',
  };
  const failures: string[] = [];
  const debugging = Promise.withResolvers<string>();
  const subject = await createSubject(env, {
    flags: ['--inspect=127.0.0.1:0'],
    onLine(line) {
      const [, address] = /^Debugger listening on (\S+)$/.exec(line) ?? [];
      if (address) debugging.resolve(address);
      else if (isFailure(line) && failures.length < MOST_TOLD) failures.push(line.slice(0, 500));
    },
    onEnd: (how) => failures.push(`the gateway ${how}`),
  });
  let inspector: Inspector | undefined;
  try {
    await subject.start();
    inspector = await openInspector(await debugging.promise);
    await deliverNews(house.emulators, subject.url);
    await fill(subject.url);
    const key = await keyOf(env);
    const visitors = createVisitors({ url: subject.url, chance, editor: house.editor, key });
    const weather = beginWeather(house, chance);
    const tally = createTally();
    try {
      const samples = await live({ ...options, chance, visitors, tally, inspector, subject, failures });
      return { tally, samples, faults: weather.seen, failures };
    } finally {
      await weather.end();
    }
  } finally {
    inspector?.close();
    await subject.kill();
    await house.close();
    rmSync(stateDir, { recursive: true });
  }
}

interface Life extends SoakOptions {
  readonly chance: Chance;
  readonly visitors: readonly Visitor[];
  readonly tally: Tally;
  readonly inspector: Inspector;
  readonly subject: Subject;
  readonly failures: readonly string[];
}

/** Visits at the rate asked for, and looks now and then; ends early when the gateway does. */
async function live(life: Life): Promise<Holding[]> {
  const { minutes, rate, sample, chance, visitors, tally, inspector, subject } = life;
  const drawn = visitors.flatMap((visitor) => Array.from({ length: visitor.weight }, () => visitor));
  const samples: Holding[] = [];
  const underWay = new Set<Promise<void>>();
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  while (seconds() < 60 * minutes && !life.failures.some((line) => line.startsWith('the gateway '))) {
    if (underWay.size < MOST_AT_ONCE) {
      const visit = noted(chance.pick(drawn), tally).finally(() => underWay.delete(visit));
      underWay.add(visit);
    }
    await sleep((2 * chance.fraction() * 1000) / rate);
    if (seconds() < sample * (samples.length + 1) || subject.pid === undefined) continue;
    const holding = await inspector.measure(subject.pid);
    samples.push(holding);
    life.say(seconds() / 60, holding, tally);
  }
  await Promise.all(underWay);
  return samples;
}

async function noted({ name, visit }: Visitor, tally: Tally): Promise<void> {
  const begun = performance.now();
  const outcome = await visit().catch((error: Error) => causeOf(error));
  tally.note(name, performance.now() - begun, outcome);
}

const causeOf = (error: Error): string => {
  const { code } = (error.cause ?? {}) as { code?: string };
  return code ?? error.name ?? 'ended';
};

/**
 * Sends so many documents, as short as visitors' are, that what the gateway keeps of documents is full: what grows
 * afterwards does so without end.
 */
async function fill(url: string): Promise<void> {
  for (let n = 0; n < DOCUMENTS; n++) {
    const { errors } = await askGraph(url, `{ filling${n}: films(first: 1) { nodes { title year slug } } }`);
    if (errors.length > 0) throw new Error(`expected a document to be answered, got ${errors[0]?.message}`);
  }
}

/** What the gateway takes for its own fault, or what is no line of its log at all, such as the trace of its end. */
function isFailure(line: string): boolean {
  if (/^(For help, see|Debugger (attached|ending)|Waiting for the debugger)/.test(line) || line.trim() === '')
    return false;
  try {
    return OWN_FAULT.test((JSON.parse(line) as { msg?: string }).msg ?? '');
  } catch {
    return true;
  }
}

/** A key that may read drafts. */
async function keyOf(env: Readonly<Record<string, string>>): Promise<string> {
  const durable = openStorage(readConfig(env), () => undefined);
  try {
    const { secret } = await createApiKeys(durable.keys).create({
      name: 'soak',
      scopes: ['read:published', 'read:drafts'],
    });
    return secret;
  } finally {
    await durable.close();
  }
}
