import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Logger } from 'pino';
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import { portError } from '../config/portError.ts';
import { DRAIN_TIMEOUT_MS } from '../http/gracefulShutdown.ts';
import { createLog } from '../services/telemetry/log.ts';
import type { Metrics } from '../services/telemetry/metrics.ts';
import { createRedact } from '../services/telemetry/redact.ts';
import { logShutdown } from './shutdownLog.ts';
import { logUnknownVariables } from './unknownVariablesLog.ts';
import { createWorkerPool } from './workerPool.ts';

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
 * Starts the worker processes of a gateway and the operator's port. Resolves when all workers serve requests.
 * @throws Error the first error that keeps a worker from starting, and if a port is in use
 */
export async function startPrimary(config: Config): Promise<Primary> {
  const { workers: size, host, operatorPort = 0, metricsToken } = config;
  const log = createLog({ level: config.logLevel, redact: createRedact(config.secrets) });
  logUnknownVariables(config, log);
  const port = await checkPort(host, config.port);
  const metrics = createPrimaryMetrics(size, log);
  const pool = createWorkerPool({
    size,
    env: { PORT: String(port) },
    log,
    closeTimeoutMs: 1000 * config.drainGraceSeconds + DRAIN_TIMEOUT_MS + CLOSE_MARGIN_MS,
    onUnexpectedExit: metrics.workerExited,
  });
  const started = pool.start();
  started.catch(() => undefined);
  try {
    // While the workers start.
    const { createReadiness } = await import('../http/routes/health.ts');
    const { createOperatorServer } = await import('../http/operatorServer.ts');
    const readiness = createReadiness();
    const operatorServer = createOperatorServer({ metrics, metricsToken, readiness });
    await operatorServer.listen({ host, port: operatorPort }).catch((error: unknown) => {
      throw portError(error, { host, port: operatorPort, variable: 'OPERATOR_PORT' });
    });
    await started;
    readiness.markReady();
    const address = operatorServer.server.address() as AddressInfo;
    log.info({ workers: size, operatorPort: address.port }, 'all worker processes are ready');
    return {
      failed: pool.failed,
      close: (reason) =>
        logShutdown(log, { reason, workers: size }, async () => {
          readiness.startDraining();
          await pool.close();
          await operatorServer.close();
        }),
    };
  } catch (error) {
    await pool.close();
    throw error;
  }
}

/** Creates the metrics of the primary process. A scrape also returns the series of all workers, if all respond within 5 s. */
function createPrimaryMetrics(
  size: number,
  log: Pick<Logger, 'error'>,
): Pick<Metrics, 'scrape'> & { workerExited(): void } {
  const own = new Registry();
  const workers = new AggregatorRegistry();
  const registers = [own];
  const exits = new Counter({
    name: 'trivium_worker_exits_total',
    help: 'Worker processes that exited unexpectedly.',
    registers,
  });
  new Gauge({ name: 'trivium_workers', help: 'Worker processes by WORKERS.', registers }).set(size);
  return {
    workerExited: () => exits.inc(),
    async scrape() {
      const ofWorkers = await workers.clusterMetrics().catch((error: unknown) => {
        log.error({ err: error }, 'a worker process does not report its metrics');
        return '';
      });
      const text = `${await own.metrics()}\n${ofWorkers}`;
      return { contentType: own.contentType, text };
    },
  };
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
