import type { Readiness } from '../http/routes/health.ts';
import { type Channel, defineMethod } from '../services/cluster/channel.ts';
import { CONSUME_CHANGES, MARK_READY, REPORT_READY } from '../services/cluster/workerMethods.ts';
import type { WorkerPool } from '../services/cluster/workerPool.ts';
import { joinClusterMetrics } from '../services/telemetry/clusterMetrics.ts';
import type { Metrics } from '../services/telemetry/metrics.ts';
import type { ChangeFeed } from './changeFeed.ts';

/** A worker that has received a webhook calls it; the worker that consumes changes then processes the inbox. */
const CHECK_INBOX = defineMethod<null, void>('check inbox');

/** The connection of a worker process to the primary process. */
interface WorkerConnection {
  /** Lets the worker that consumes changes process the webhook inbox now. */
  checkInbox(): void;
  /** The metrics of all processes. */
  readonly metrics: Pick<Metrics, 'scrape'>;
  /** Reports that this process serves requests. The primary decides when the gateway is ready, and who consumes changes. */
  reportReady(readiness: Readiness): Promise<void>;
}

/** Connects the gateway of a worker process with the primary process. */
export function joinCluster(
  primaryChannel: Channel,
  { changeFeed, metrics }: { readonly changeFeed: ChangeFeed; readonly metrics: Metrics },
): WorkerConnection {
  primaryChannel.handle(CONSUME_CHANGES, changeFeed.consume);
  primaryChannel.handle(CHECK_INBOX, changeFeed.checkInbox);
  return {
    // The inbox is polled as well.
    checkInbox: () => void primaryChannel.call(CHECK_INBOX, null).catch(() => undefined),
    metrics: joinClusterMetrics(primaryChannel, metrics),
    reportReady(readiness) {
      primaryChannel.handle(MARK_READY, readiness.markReady);
      return primaryChannel.call(REPORT_READY, null);
    },
  };
}

/** Passes the webhooks of a worker on to the one that consumes changes. */
export function serveInbox(worker: Channel, pool: Pick<WorkerPool, 'consumer'>): void {
  worker.handle(CHECK_INBOX, () => pool.consumer?.channel.call(CHECK_INBOX, null));
}
