import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Config } from '../config/config.ts';
import { portError } from '../config/portError.ts';
import { DRAIN_TIMEOUT_MS } from '../http/gracefulShutdown.ts';
import { serveInvalidations } from '../services/cache/clusterStore.ts';
import { createWorkerPool } from '../services/cluster/workerPool.ts';
import { serveBuckets } from '../services/rateLimit/clusterBuckets.ts';
import { serveConnectionSlots } from '../services/rateLimit/clusterConnectionSlots.ts';
import { createMemoryBuckets } from '../services/rateLimit/memoryBuckets.ts';
import { createMemoryConnectionSlots } from '../services/rateLimit/memoryConnectionSlots.ts';
import { openSqlite } from '../services/storage/sqlite.ts';
import { createClusterMetrics } from '../services/telemetry/clusterMetrics.ts';
import { createLog } from '../services/telemetry/log.ts';
import { createRedact } from '../services/telemetry/redact.ts';
import { serveChangeBus } from '../sync/clusterChangeBus.ts';
import { serveLease } from './changeReporter.ts';
import { serveInbox } from './cluster.ts';
import { logShutdown } from './shutdownLog.ts';
import { logUnknownVariables } from './unknownVariablesLog.ts';

/** Time for a worker to end its background work after its requests. */
const CLOSE_MARGIN_MS = 4_000;

/** The primary process of a gateway. It serves no requests of clients. */
export interface Primary {
  /** Resolves when workers exit so often that none is started any more. */
  readonly failed: Promise<void>;
  /** Lets all workers finish their requests, and ends. @param reason for the log, such as a signal */
  close(reason: string): Promise<void>;
}

/**
 * Starts the worker processes of a gateway and what they share. Resolves when all are ready.
 * @throws Error the first error that keeps a worker from starting, and if the port is in use or the state folder not writable
 */
export async function startPrimary(config: Config): Promise<Primary> {
  const { workers: size, host, operatorPort } = config;
  const log = createLog({ level: config.logLevel, redact: createRedact(config.secrets) });
  logUnknownVariables(config, log);
  // Workers that create the file at the same time would lock one another out.
  if (config.redisUrl === undefined) openSqlite(config.stateDir).close();
  const port = await checkPort(host, config.port);
  const buckets = createMemoryBuckets();
  const slots = createMemoryConnectionSlots();
  const metrics = createClusterMetrics(() => pool, size);
  const pool = createWorkerPool({
    size,
    env: { PORT: String(port) },
    consumesChanges: config.consumesChanges,
    log,
    closeTimeoutMs: 1000 * config.drainGraceSeconds + DRAIN_TIMEOUT_MS + CLOSE_MARGIN_MS,
    onUnexpectedExit: metrics.workerExited,
    onStarted(worker) {
      const { channel } = worker;
      serveBuckets(channel, buckets);
      serveConnectionSlots(worker, slots);
      serveInvalidations(worker, pool);
      serveChangeBus(channel, pool);
      serveInbox(channel, pool);
      serveLease(worker, pool);
      metrics.serve(channel);
    },
  });
  const started = pool.start();
  started.catch(() => undefined);
  try {
    // While the workers start.
    const { createReadiness } = await import('../http/routes/health.ts');
    const { createOperatorServer } = await import('../http/operatorServer.ts');
    const readiness = createReadiness();
    const operatorServer =
      operatorPort === undefined
        ? undefined
        : createOperatorServer({ metrics, metricsToken: config.metricsToken, readiness });
    await operatorServer?.listen({ host, port: operatorPort }).catch((error: unknown) => {
      throw portError(error, { host, port: operatorPort ?? 0, variable: 'OPERATOR_PORT' });
    });
    await started;
    readiness.markReady();
    const address = operatorServer?.server.address() as AddressInfo | undefined;
    log.info(
      { workers: size, ...(address && { operatorPort: address.port }) },
      'all worker processes are ready',
    );
    return {
      failed: pool.failed,
      close: (reason) =>
        logShutdown(log, { reason, workers: size }, async () => {
          readiness.startDraining();
          await pool.close();
          await operatorServer?.close();
        }),
    };
  } catch (error) {
    await pool.close();
    throw error;
  }
}

/**
 * Checks that the port of the workers is free: they listen with `SO_REUSEPORT`, which would not notice another gateway there.
 * @returns the port, which the system chooses for 0
 */
async function checkPort(host: string, port: number): Promise<number> {
  const probe = createServer().listen({ host, port });
  await once(probe, 'listening').catch((error: unknown) => {
    throw portError(error, { host, port, variable: 'PORT' });
  });
  const checked = (probe.address() as AddressInfo).port;
  probe.close();
  await once(probe, 'close');
  return checked;
}
