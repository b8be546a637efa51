import type { DestinationStream, Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { createTracing } from '../services/telemetry/createTracing.ts';
import { createLog } from '../services/telemetry/log.ts';
import { createMetrics, type Metrics } from '../services/telemetry/metrics.ts';
import { createRedact } from '../services/telemetry/redact.ts';
import type { Tracing } from '../services/telemetry/tracing.ts';

/** The log, the metrics and the traces of one gateway. */
export interface Telemetry {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
}

/**
 * Opens telemetry; secrets of the configuration are redacted from the log and from traces.
 * @param worker the number of this process, if it is one of several workers
 */
export async function createTelemetry(
  config: Config,
  logDestination: DestinationStream | undefined,
  worker: number | undefined,
): Promise<Telemetry> {
  const metrics = createMetrics(worker);
  const redact = createRedact(config.secrets);
  const log = createLog({
    level: config.logLevel,
    redact,
    onLine: metrics.lineLogged,
    destination: logDestination,
  });
  const tracing = await createTracing(config.tracing, { redact, log });
  return { log, metrics, tracing };
}
