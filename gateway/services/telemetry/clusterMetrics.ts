import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import { type Channel, defineMethod } from '../cluster/channel.ts';
import type { WorkerPool } from '../cluster/workerPool.ts';
import type { Metrics } from './metrics.ts';

type Scrape = Awaited<ReturnType<Metrics['scrape']>>;
/** A metric with its values, as prom-client reads it. */
type Metric = Awaited<ReturnType<Metrics['read']>>[number];

const READ_METRICS = defineMethod<null, readonly Metric[]>('read metrics');
const SCRAPE = defineMethod<null, Scrape>('scrape');

/** The metrics of all processes of a gateway. */
export interface ClusterMetrics extends Pick<Metrics, 'scrape'> {
  /** Counts a worker process that exited unexpectedly. */
  workerExited(): void;
  /** Lets a worker serve the metrics of all processes. */
  serve(worker: Channel): void;
}

/** Creates the metrics in the primary process. Those of a worker have its number as the label `worker`. */
export function createClusterMetrics(pool: () => Pick<WorkerPool, 'callAll'>, size: number): ClusterMetrics {
  const own = new Registry();
  const registers = [own];
  const exits = new Counter({
    name: 'trivium_worker_exits_total',
    help: 'Worker processes that exited unexpectedly.',
    registers,
  });
  new Gauge({ name: 'trivium_workers', help: 'Worker processes by WORKERS.', registers }).set(size);
  const scrape = async (): Promise<Scrape> => {
    const replies = await pool().callAll(READ_METRICS, null);
    const merged = AggregatorRegistry.aggregate([
      await own.getMetricsAsJSON(),
      ...replies.map(({ worker, result }) => result.map((metric) => withWorkerLabel(metric, worker.number))),
    ]);
    return { contentType: merged.contentType, text: await merged.metrics() };
  };
  return { scrape, workerExited: () => exits.inc(), serve: (worker) => worker.handle(SCRAPE, scrape) };
}

/** Adds the label `worker`. A series is then that of one worker, so its sum is its value, whatever prom-client would do. */
const withWorkerLabel = ({ values, ...metric }: Metric, worker: number): Metric => ({
  ...metric,
  aggregator: 'sum',
  values: values.map((value) => ({ ...value, labels: { ...value.labels, worker } })),
});

/** Lets the primary process read the metrics of this worker. @returns reads those of all processes */
export function joinClusterMetrics(
  primaryChannel: Channel,
  { read }: Pick<Metrics, 'read'>,
): Pick<Metrics, 'scrape'> {
  primaryChannel.handle(READ_METRICS, async () =>
    // JSON has no other numbers.
    (await read()).map(
      ({ values, ...metric }): Metric => ({
        ...metric,
        values: values.filter(({ value }) => Number.isFinite(value)),
      }),
    ),
  );
  return { scrape: () => primaryChannel.call(SCRAPE, null) };
}
