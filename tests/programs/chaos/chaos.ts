import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reindex } from '../../../gateway/cli/searchIndex/reindex.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { Random } from '../../reference/generator/random.ts';
import { connectLossyWebhooks } from '../../support/convergence/lossyWebhooks.ts';
import { findStaleQueries, settle } from '../../support/convergence/settle.ts';
import { createGatewayProcess, type GatewayProcess } from '../../support/gatewayProcess.ts';
import { type RedisServer, startRedis } from '../../support/redisServer.ts';
import { PRODUCTION_DEADLINES, type Stack, startStack } from '../../support/stack.ts';
import { createTally, type Tally } from '../load/tally.ts';
import { openBalancer } from './balancer.ts';
import { type Disruption, startDisruptions } from './disruptions.ts';
import { type Editing, startEditing } from './editing.ts';
import { createGatewayLog } from './gatewayLog.ts';
import { createKeys } from './keys.ts';
import { type Readers, startReaders } from './readers.ts';
import { type ReconnectingSubscriber, startReconnectingSubscriber } from './reconnectingSubscriber.ts';
import { type Revocation, revokeInUse } from './revocation.ts';

export interface ChaosOptions {
  /** Duration of load and disruptions. */
  readonly seconds: number;
  readonly seed: string;
  /** Path of `redis-server`. */
  readonly redisPath: string;
  onProgress(line: string): void;
}

export interface ChaosResult {
  readonly tally: Tally;
  readonly disruptions: readonly Disruption[];
  readonly readers: Readers;
  readonly subscribers: readonly ReconnectingSubscriber[];
  readonly revocation: Revocation;
  /** Number of edits by kind. */
  readonly editCounts: ReadonlyMap<string, number>;
  /** Titles of subscribers that are wrong after the end of all work. */
  readonly subscriberFaults: readonly string[];
  /** Responses of gateways that are stale after the end of all work. */
  readonly staleResponses: readonly string[];
  /** Output of the comparison of the search index with its sources. */
  readonly indexCheck: readonly string[];
  readonly isIndexClean: boolean;
  /** Milliseconds from the last edit until inbox and index queue were empty. */
  readonly settlingMs: number;
  /** Errors in the gateways' logs, and exits that the program did not cause. */
  readonly failures: readonly string[];
}

const GATEWAY_COUNT = 3;
const SUBSCRIBER_COUNT = 3;
/** Longer than any run: cached responses end by invalidation only. */
const CACHE_TTL_SECONDS = 3600;
/** Time in which subscribers receive the events of the last edits. */
const LAST_EVENTS_TIMEOUT_MS = 15_000;

/** Runs three gateways with one Redis under load and disruptions, waits for the end of all work, and compares the data. */
export async function chaos(options: ChaosOptions): Promise<ChaosResult> {
  const folder = mkdtempSync(join(tmpdir(), 'trivium-chaos-'));
  const redis = await startRedis(options.redisPath, { appendOnlyDir: folder });
  const stack = await startStack({
    env: { ...PRODUCTION_DEADLINES, CONSUME_CHANGES: 'off', CACHE_TTL: '0' },
  });
  const env = {
    ...stack.env,
    CONSUME_CHANGES: 'on',
    CACHE_TTL: String(CACHE_TTL_SECONDS),
    REDIS_URL: redis.url,
    LOG_LEVEL: 'info',
    STATE_DIR: join(folder, 'state'),
    RATE_LIMIT_ANONYMOUS: '1000000/100000',
    RATE_LIMIT_CALLS: 'off',
  };
  const log = createGatewayLog();
  const gateways = await Promise.all(
    Array.from({ length: GATEWAY_COUNT }, (_, i) =>
      createGatewayProcess(env, { onLine: log.lineHandler(i), onExit: log.exitHandler(i) }),
    ),
  );
  try {
    await Promise.all(gateways.map((gateway) => gateway.start()));
    const result = await runChaos({ ...options, stack, redis, gateways, env, log });
    return { ...result, failures: log.failures };
  } finally {
    for (const gateway of gateways) gateway.resume();
    await Promise.all(gateways.map((gateway) => gateway.kill()));
    await redis.kill();
    await stack.close();
    rmSync(folder, { recursive: true });
  }
}

interface Deployment extends ChaosOptions {
  readonly stack: Stack;
  readonly redis: RedisServer;
  readonly gateways: readonly GatewayProcess[];
  readonly env: Readonly<Record<string, string>>;
  readonly log: ReturnType<typeof createGatewayLog>;
}

async function runChaos(deployment: Deployment): Promise<Omit<ChaosResult, 'failures'>> {
  const { stack, redis, gateways, env, log, seconds, seed, onProgress } = deployment;
  const balancer = await openBalancer(gateways.map(({ url }) => url));
  const { url } = balancer;
  const keys = await createKeys(env);
  await connectLossyWebhooks(stack.emulators, url);
  const tally = createTally();
  const editing = await startEditing(stack, new Random(`${seed} edits`));
  const readers = startReaders({
    url,
    editing,
    random: new Random(`${seed} readers`),
    tally,
    key: keys.reader,
  });
  const subscribers = Array.from({ length: SUBSCRIBER_COUNT }, () => startReconnectingSubscriber(url));
  const revocation = revokeInUse(gateways, keys.revoked, keys.revoke, (1000 * seconds) / 3);
  const startedAt = performance.now();
  const printProgress = (line: string) =>
    onProgress(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`);
  const disruption = startDisruptions(
    {
      gateways,
      redis,
      balancer,
      onGatewayEnded: (gateway) => log.forget(gateways.indexOf(gateway)),
      waitForRedis: log.waitForRedis,
    },
    new Random(`${seed} disturbances`),
    printProgress,
  );
  try {
    await sleep(1000 * seconds);
    await disruption.stop();
    await Promise.all([editing.stop(), readers.stop(), revocation.stop()]);
    printProgress('load stopped; waiting until inbox and index queue are empty');
    const stoppedAt = performance.now();
    await settle(stack.emulators, env);
    const settlingMs = performance.now() - stoppedAt;
    const subscriberFaults = await findSubscriberFaults(subscribers, editing);
    const indexCheck: string[] = [];
    const isIndexClean = await reindex(readConfig(env), {
      task: 'check',
      print: (line) => indexCheck.push(line),
    });
    const staleResponses = await findStaleResponses(gateways, {
      ...stack.env,
      CACHE_TTL: '0',
      CONSUME_CHANGES: 'off',
    });
    return {
      tally,
      disruptions: disruption.disruptions,
      readers,
      subscribers,
      revocation,
      editCounts: editing.counts,
      subscriberFaults,
      staleResponses,
      indexCheck,
      isIndexClean,
      settlingMs,
    };
  } finally {
    await Promise.all(subscribers.map((subscriber) => subscriber.stop()));
    balancer.close();
  }
}

/** Compares each gateway with one that has no cache. @param env of the gateway without a cache */
async function findStaleResponses(
  gateways: readonly GatewayProcess[],
  env: Readonly<Record<string, string>>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const [i, { url }] of gateways.entries())
    for (const fault of await findStaleQueries(url, env)) faults.push(`gateway ${i + 1}: ${fault}`);
  return faults;
}

/** Returns the titles of subscribers that are still wrong after 15 s. */
async function findSubscriberFaults(
  subscribers: readonly ReconnectingSubscriber[],
  { eventLog, films }: Editing,
): Promise<string[]> {
  const expected = eventLog.current();
  for (const deadline = performance.now() + LAST_EVENTS_TIMEOUT_MS; ; await sleep(100)) {
    const faults = subscribers.flatMap((subscriber, i) => {
      const titles = subscriber.titles();
      return films
        .filter((slug) => titles.get(slug) !== expected.get(slug))
        .map(
          (slug) =>
            `subscriber ${i + 1}: expected the title ${JSON.stringify(expected.get(slug))} for ${slug}, got ${JSON.stringify(titles.get(slug))}`,
        );
    });
    if (faults.length === 0 || performance.now() > deadline) return faults;
  }
}
