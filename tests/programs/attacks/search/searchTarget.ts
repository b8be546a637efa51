import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { buildASTSchema } from 'graphql';
import { readTypeDefs } from '../../../../gateway/graphql/schema/buildSchema.ts';
import { createApiKey } from '../../../support/createApiKey.ts';
import { createGatewayProcess } from '../../../support/gatewayProcess.ts';
import { PRODUCTION_DEADLINES, startStack } from '../../../support/stack.ts';
import { residentBytes } from '../../load/processFigures.ts';
import { quantile } from '../../load/quantile.ts';
import type { ClientThreadData } from './clientThread.ts';
import { cpuMsOf, readGatewayFigures } from './gatewayFigures.ts';
import type { Measurement } from './measurement.ts';
import type { Pattern } from './pattern.ts';
import { createRandomOperations } from './randomOperation.ts';
import type { ReaderTimes } from './readerRequests.ts';
import type { Received } from './sendRequests.ts';

/** A gateway in its own process that patterns are measured against. */
export interface SearchTarget {
  /** Runs a pattern from an address of its own for some seconds. */
  measure(pattern: Pattern, seconds: number): Promise<Measurement>;
  close(): Promise<void>;
}

const READER_ADDRESS = '192.0.2.1';
const SAMPLE_INTERVAL_MS = 50;
/** Interval of the edits that subscriptions receive. */
const EDIT_INTERVAL_MS = 200;
/** The gateway has ended what the attacker has left when it uses less CPU time than this in an interval. */
const IDLE_CPU_MS = 30;
const IDLE_INTERVAL_MS = 200;
const WARM_UP_MS = 3_000;
const READER_MEASUREMENT_MS = 1_500;
const MAX_SETTLE_MS = 5_000;
const BYTES_PER_MB = 1024 * 1024;

interface SearchTargetOptions {
  /** True if the CPU time of the reader alone is measured first, so that `cpuMs` is without it. True by default. */
  readonly measuresReader?: boolean;
}

/** The gateway has the limits of production, and identifies clients by the header of a proxy. */
export async function startSearchTarget({
  measuresReader = true,
}: SearchTargetOptions = {}): Promise<SearchTarget> {
  const stack = await startStack({ env: { ...PRODUCTION_DEADLINES, CONSUME_CHANGES: 'off' } });
  const apiKey = await createApiKey(stack, 'reader');
  const attackerKey = await createApiKey(stack, 'attacker');
  let crash: string | undefined;
  const gateway = await createGatewayProcess(
    {
      ...stack.env,
      CONSUME_CHANGES: 'on',
      LOAD_SHEDDING_DELAY_MS: '200',
      TRUST_PROXY: '127.0.0.0/8',
    },
    {
      onExit: (reason) => {
        crash = reason;
      },
    },
  );
  await gateway.start();
  const { typeDefs } = await readTypeDefs(stack.config.schemaDir);
  const operations = createRandomOperations(buildASTSchema(typeDefs));
  const readerCpuShare = measuresReader ? await measureReader(gateway.url, gateway.pid as number, apiKey) : 0;
  let addresses = 0;
  const newAddress = () => `198.18.${Math.floor(++addresses / 256)}.${addresses % 256}`;
  const edit = (number: number) =>
    stack.editor
      .patch('film-lorenz')
      .set({ tagline: `Edit ${number}` })
      .commit()
      .catch(() => undefined);

  return {
    async measure(pattern, seconds) {
      if (gateway.pid === undefined || crash !== undefined) await gateway.start();
      crash = undefined;
      const pid = gateway.pid as number;
      const { url } = gateway;
      const reader = startThread<ReaderTimes>({ reader: { url, address: READER_ADDRESS, apiKey } });
      const before = await readGatewayFigures(url, pid);
      const startedAt = performance.now();
      const attacker = startThread<Received>({
        attacker: {
          url,
          address: newAddress(),
          pattern,
          query: pattern.query ?? operations.query(pattern.operation),
          subscription: operations.subscription(pattern.operation),
          apiKey: attackerKey,
        },
      });
      const elapsedMs = () => performance.now() - startedAt;
      const bytesBefore = residentBytes(pid) ?? 0;
      let peakBytes = bytesBefore;
      let editedAtMs = 0;
      while (elapsedMs() < seconds * 1000 && crash === undefined) {
        peakBytes = Math.max(peakBytes, residentBytes(pid) ?? 0);
        if (pattern.transport === 'subscriptions' && elapsedMs() > editedAtMs + EDIT_INTERVAL_MS) {
          editedAtMs = elapsedMs();
          void edit(editedAtMs);
        }
        await sleep(SAMPLE_INTERVAL_MS);
      }
      const received = await attacker.stop();
      await untilIdle(pid);
      const after = crash === undefined ? await readGatewayFigures(url, pid) : before;
      const measuredSeconds = elapsedMs() / 1000;
      const { durations, rejected } = await reader.stop();
      return {
        pattern,
        seconds: measuredSeconds,
        cpuMs: Math.max(0, after.cpuMs - before.cpuMs - readerCpuShare * measuredSeconds * 1000),
        points: after.points - before.points,
        calls: after.calls - before.calls,
        memoryBeforeMb: bytesBefore / BYTES_PER_MB,
        peakMemoryMb: peakBytes / BYTES_PER_MB,
        eventLoopDelayMs: after.eventLoopDelayMs,
        threadPoolDelayMs: after.threadPoolDelayMs,
        ...received,
        readerP50Ms: quantile(durations, 0.5),
        readerP95Ms: quantile(durations, 0.95),
        readerRejections: rejected / Math.max(1, durations.length),
        crash,
      };
    },
    async close() {
      await gateway.kill();
      await stack.close();
    },
  };
}

/** Returns the CPU time that the reader alone takes, as a share of a core. Its first requests warm the gateway up. */
async function measureReader(url: string, pid: number, apiKey: string): Promise<number> {
  const reader = startThread<ReaderTimes>({ reader: { url, address: READER_ADDRESS, apiKey } });
  await sleep(WARM_UP_MS);
  const before = cpuMsOf(pid);
  await sleep(READER_MEASUREMENT_MS);
  const used = cpuMsOf(pid) - before;
  await reader.stop();
  return used / READER_MEASUREMENT_MS;
}

/** Waits until a gateway has ended the work of an attacker. */
async function untilIdle(pid: number): Promise<void> {
  const endsAt = performance.now() + MAX_SETTLE_MS;
  let used = cpuMsOf(pid);
  while (performance.now() < endsAt) {
    await sleep(IDLE_INTERVAL_MS);
    const now = cpuMsOf(pid);
    if (now - used < IDLE_CPU_MS) return;
    used = now;
  }
}

/** Starts a client in its own thread. @returns stops it and resolves to its result */
function startThread<Result>(data: ClientThreadData): { stop(): Promise<Result> } {
  const thread = new Worker(new URL('./clientThread.ts', import.meta.url), { workerData: data });
  const result = once(thread, 'message').then(([message]) => message as Result);
  return {
    async stop() {
      thread.postMessage('stop');
      try {
        return await result;
      } finally {
        await thread.terminate();
      }
    },
  };
}
