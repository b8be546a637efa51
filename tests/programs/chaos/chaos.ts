import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reindex } from '../../../gateway/cli/reindex.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { Chance } from '../../reference/generator/chance.ts';
import { createSubject, type Subject } from '../../support/convergence/gatewayProcess.ts';
import { deliverBadly } from '../../support/convergence/lossyWebhooks.ts';
import { settle, staleAnswers } from '../../support/convergence/settle.ts';
import { type RedisServer, startRedis } from '../../support/redisServer.ts';
import { type House, openHouse } from '../../support/stack.ts';
import { createTally, type Tally } from '../load/tally.ts';
import { openBalancer } from './balancer.ts';
import { type Disturbance, disturb } from './disruptions.ts';
import { beginEditing, type Editing } from './editing.ts';
import { createGatewayLog } from './gatewayLog.ts';
import { createKeys } from './keys.ts';
import { beginReading, type Readers } from './readers.ts';
import { type Revocation, revokeInUse } from './revocation.ts';
import { type Watcher, watch } from './subscribers.ts';

/** How several gateways are disturbed. */
export interface ChaosOptions {
  readonly seconds: number;
  readonly seed: string;
  /** Of `redis-server`. */
  readonly redisPath: string;
  say(line: string): void;
}

/** What came of it. */
export interface ChaosOutcome {
  readonly tally: Tally;
  readonly disturbances: readonly Disturbance[];
  readonly readers: Readers;
  readonly watchers: readonly Watcher[];
  readonly revocation: Revocation;
  readonly edits: ReadonlyMap<string, number>;
  /** What watchers show that is not so, after all has come to rest. */
  readonly lost: readonly string[];
  /** What gateways answer at rest, and is not so. */
  readonly staleAtRest: readonly string[];
  /** What a comparison of the index with its sources says. */
  readonly check: readonly string[];
  readonly isIndexClean: boolean;
  /** Milliseconds from the last edit until all work was done. */
  readonly settling: number;
  /** What gateways said of their own failures, and how some ended that nobody had ended. */
  readonly failures: readonly string[];
}

const GATEWAYS = 3;
const WATCHERS = 3;
/** Seconds for which answers are kept: longer than any run, so that only news ends them. */
const CACHE_TTL = '3600';
/** Milliseconds in which watchers hear of what was edited last. */
const LAST_NEWS = 15_000;

/** Lets three gateways with one Redis live through everything that may happen to them, under load, and then come to rest. */
export async function chaos(options: ChaosOptions): Promise<ChaosOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'trivium-chaos-'));
  const redis = await startRedis(options.redisPath, { appendsTo: folder });
  const house = await openHouse({ env: { CONSUME_CHANGES: 'off', CACHE_TTL: '0' } });
  const env = {
    ...house.env,
    CONSUME_CHANGES: 'on',
    CACHE_TTL,
    REDIS_URL: redis.url,
    LOG_LEVEL: 'info',
    STATE_DIR: join(folder, 'state'),
    RATE_LIMIT_ANONYMOUS: '1000000/100000',
  };
  const log = createGatewayLog();
  const gateways = await Promise.all(
    Array.from({ length: GATEWAYS }, (_, i) =>
      createSubject(env, { onLine: log.of(i), onEnd: log.ended(i) }),
    ),
  );
  try {
    await Promise.all(gateways.map((gateway) => gateway.start()));
    const outcome = await live({ ...options, house, redis, gateways, env, log });
    return { ...outcome, failures: log.failures };
  } finally {
    for (const gateway of gateways) gateway.thaw();
    await Promise.all(gateways.map((gateway) => gateway.kill()));
    await redis.kill();
    await house.close();
    rmSync(folder, { recursive: true });
  }
}

interface Life extends ChaosOptions {
  readonly house: House;
  readonly redis: RedisServer;
  readonly gateways: readonly Subject[];
  readonly env: Readonly<Record<string, string>>;
  readonly log: ReturnType<typeof createGatewayLog>;
}

async function live({
  house,
  redis,
  gateways,
  env,
  log,
  ...options
}: Life): Promise<Omit<ChaosOutcome, 'failures'>> {
  const { seconds, seed, say } = options;
  const balancer = await openBalancer(gateways.map(({ url }) => url));
  const { url } = balancer;
  const keys = await createKeys(env);
  await deliverBadly(house.emulators, url);
  const tally = createTally();
  const editing = await beginEditing(house, new Chance(`${seed} edits`));
  const readers = beginReading({
    url,
    editing,
    chance: new Chance(`${seed} readers`),
    tally,
    key: keys.reader,
  });
  const watchers = Array.from({ length: WATCHERS }, () => watch(url));
  const revocation = revokeInUse(gateways, keys.revoked, keys.revoke, (1000 * seconds) / 3);
  const begun = performance.now();
  const told = (line: string) =>
    say(`${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${line}`);
  const disturbance = disturb(
    {
      gateways,
      redis,
      balancer,
      ended: (gateway) => log.forget(gateways.indexOf(gateway)),
      redisIsBack: log.redisIsBack,
    },
    new Chance(`${seed} disturbances`),
    told,
  );
  try {
    await sleep(1000 * seconds);
    await disturbance.end();
    await Promise.all([editing.end(), readers.end(), revocation.end()]);
    told('at rest; waiting for all work to be done');
    const ended = performance.now();
    await settle(house.emulators, env);
    const settling = performance.now() - ended;
    const lost = await lostBy(watchers, editing);
    const check: string[] = [];
    const isIndexClean = await reindex(readConfig(env), { task: 'check', print: (line) => check.push(line) });
    const uncached = { ...house.env, CACHE_TTL: '0', CONSUME_CHANGES: 'off' };
    const staleAtRest: string[] = [];
    for (const [i, gateway] of gateways.entries())
      for (const fault of await staleAnswers(gateway.url, uncached))
        staleAtRest.push(`gateway ${i + 1}: ${fault}`);
    const { all: disturbances } = disturbance;
    const edits = editing.counts;
    return {
      tally,
      disturbances,
      readers,
      watchers,
      revocation,
      edits,
      lost,
      staleAtRest,
      check,
      isIndexClean,
      settling,
    };
  } finally {
    await Promise.all(watchers.map((watcher) => watcher.end()));
    balancer.close();
  }
}

/** What watchers still show, or do not show, after a time in which they could have heard. */
async function lostBy(watchers: readonly Watcher[], { chronicle, films }: Editing): Promise<string[]> {
  const now = chronicle.now();
  for (const late = performance.now() + LAST_NEWS; ; await sleep(100)) {
    const lost = watchers.flatMap((watcher, i) => {
      const shown = watcher.shown();
      return films
        .filter((slug) => shown.get(slug) !== now.get(slug))
        .map(
          (slug) =>
            `watcher ${i + 1} shows ${slug} as ${JSON.stringify(shown.get(slug))}, it is ${JSON.stringify(now.get(slug))}`,
        );
    });
    if (lost.length === 0 || performance.now() > late) return lost;
  }
}
