import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { Random } from '../../reference/generator/random.ts';
import { createApiKey } from '../../support/createApiKey.ts';
import { createGatewayProcess, type GatewayProcess } from '../../support/gatewayProcess.ts';
import { connectWebhooks, PRODUCTION_DEADLINES, queryGateway, startStack } from '../../support/stack.ts';
import { type Inspector, type MemorySample, openInspector } from '../load/inspector.ts';
import { createTally, type Tally } from '../load/tally.ts';
import { startFaultSchedule } from './faultSchedule.ts';
import { createLoadClients, errorLabel, type LoadClient } from './loadClients.ts';

export interface SoakOptions {
  readonly minutes: number;
  /** Client operations a second. */
  readonly rate: number;
  readonly seed: string;
  readonly sampleIntervalSeconds: number;
  onSample(minute: number, sample: MemorySample, tally: Tally): void;
}

export interface SoakResult {
  readonly tally: Tally;
  readonly samples: readonly MemorySample[];
  /** Number of requests that were sent again, because the gateway closed an idle connection. */
  readonly closedConnections: number;
  /** The number of times that each fault was set, by provider and fault. */
  readonly faultCounts: ReadonlyMap<string, number>;
  /** Internal errors in the gateway's log, and an exit of its process. */
  readonly failures: readonly string[];
}

/** Small enough that the response cache is full before the second half of a run. */
const CACHE_MEMORY_MB = '8';
/** More documents than the gateway caches. */
const WARM_UP_DOCUMENTS = 2000;
const MAX_REPORTED_FAILURES = 20;
/** New operations wait while this many are pending: the load adapts to a slow gateway. */
const MAX_CONCURRENT_OPERATIONS = 200;
/** Log messages about errors of the gateway itself. Messages about providers are expected, because providers fail. */
const INTERNAL_ERROR = /^(the gateway failed|internal error|a page failed)/;

/** Runs one gateway in its own process, over three emulators, under load and faults. */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const random = new Random(options.seed);
  const stack = await startStack({
    env: { ...PRODUCTION_DEADLINES, CONSUME_CHANGES: 'off', CACHE_TTL: '0' },
  });
  const stateDir = mkdtempSync(join(tmpdir(), 'trivium-soak-'));
  const env = {
    ...stack.env,
    STATE_DIR: stateDir,
    CONSUME_CHANGES: 'on',
    CACHE_TTL: '20',
    CACHE_MEMORY_MB,
    LOG_LEVEL: 'error',
  };
  const failures: string[] = [];
  const inspectorUrl = Promise.withResolvers<string>();
  const gateway = await createGatewayProcess(env, {
    flags: ['--inspect=127.0.0.1:0'],
    onLine(line) {
      const [, url] = /^Debugger listening on (\S+)$/.exec(line) ?? [];
      if (url) inspectorUrl.resolve(url);
      else if (isInternalError(line) && failures.length < MAX_REPORTED_FAILURES)
        failures.push(line.slice(0, 500));
    },
    onExit: (how) => failures.push(`the gateway ${how}`),
  });
  let inspector: Inspector | undefined;
  try {
    await gateway.start();
    inspector = await openInspector(await inspectorUrl.promise);
    await connectWebhooks(stack.emulators, gateway.url);
    await fillDocumentCache(gateway.url);
    const key = await createApiKey({ config: readConfig(env) }, 'soak', ['read:published', 'read:drafts']);
    let closedConnections = 0;
    const onClosedConnection = () => {
      closedConnections += 1;
    };
    const clients = createLoadClients({ url: gateway.url, random, stack, key, onClosedConnection });
    const faultSchedule = startFaultSchedule(stack, random);
    const tally = createTally();
    try {
      const samples = await runLoad({ ...options, random, clients, tally, inspector, gateway, failures });
      return { tally, samples, closedConnections, faultCounts: faultSchedule.counts, failures };
    } finally {
      await faultSchedule.stop();
    }
  } finally {
    inspector?.close();
    await gateway.kill();
    await stack.close();
    rmSync(stateDir, { recursive: true });
  }
}

interface LoadOptions extends SoakOptions {
  readonly random: Random;
  readonly clients: readonly LoadClient[];
  readonly tally: Tally;
  readonly inspector: Inspector;
  readonly gateway: GatewayProcess;
  readonly failures: readonly string[];
}

/** Runs random clients at the rate, and takes samples. Ends early when the gateway exits. */
async function runLoad(options: LoadOptions): Promise<MemorySample[]> {
  const { minutes, rate, sampleIntervalSeconds, random, clients, tally, inspector, gateway } = options;
  const weightedClients = clients.flatMap((client) => Array.from({ length: client.weight }, () => client));
  const samples: MemorySample[] = [];
  const pending = new Set<Promise<void>>();
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  while (seconds() < 60 * minutes && !options.failures.some((line) => line.startsWith('the gateway '))) {
    if (pending.size < MAX_CONCURRENT_OPERATIONS) {
      const operation = runClient(random.pick(weightedClients), tally).finally(() =>
        pending.delete(operation),
      );
      pending.add(operation);
    }
    await sleep((2 * random.float() * 1000) / rate);
    if (seconds() < sampleIntervalSeconds * (samples.length + 1) || gateway.pid === undefined) continue;
    const sample = await inspector.measure(gateway.pid);
    samples.push(sample);
    options.onSample(seconds() / 60, sample, tally);
  }
  await Promise.all(pending);
  return samples;
}

async function runClient({ name, run }: LoadClient, tally: Tally): Promise<void> {
  const startedAt = performance.now();
  const outcome = await run().catch((error: Error) => errorLabel(error));
  tally.record(name, performance.now() - startedAt, outcome);
}

/** Sends different short documents until the document cache is full: later growth of memory is not from this cache. */
async function fillDocumentCache(url: string): Promise<void> {
  for (let n = 0; n < WARM_UP_DOCUMENTS; n++) {
    const { errors } = await queryGateway(
      url,
      `{ filling${n}: films(first: 1) { nodes { title year slug } } }`,
    );
    if (errors.length > 0) throw new Error(`expected a response without errors, got ${errors[0]?.message}`);
  }
}

/** Returns whether a line is an internal error, or no log line at all, such as a stack trace. */
function isInternalError(line: string): boolean {
  if (/^(For help, see|Debugger (attached|ending)|Waiting for the debugger)/.test(line) || line.trim() === '')
    return false;
  try {
    return INTERNAL_ERROR.test((JSON.parse(line) as { msg?: string }).msg ?? '');
  } catch {
    return true;
  }
}
