import type { Logger } from 'pino';
import type { ReportedBy } from '../providers/content/changes/changeReports.ts';
import type { TaggedCache } from '../services/cache/taggedCache.ts';
import { type Channel, defineMethod } from '../services/cluster/channel.ts';
import type { WorkerPool } from '../services/cluster/workerPool.ts';
import type { WorkerProcess } from '../services/cluster/workerProcess.ts';
import type { Metrics } from '../services/telemetry/metrics.ts';

/** Many intervals of the reports, so that a busy process keeps the lease; one that stops reporting loses it. */
const LEASE_MS = 15_000;

/** The worker that consumes changes calls it for all other workers; the argument is the lease in milliseconds. */
const EXTEND_LEASE_OF_OTHERS = defineMethod<number, void>('extend the lease of other workers');
const EXTEND_LEASE = defineMethod<number, void>('extend the lease');

interface ChangeReporterOptions {
  readonly cache: Pick<TaggedCache, 'extendLease'>;
  readonly metrics: Pick<Metrics, 'changesReportedBy'>;
  readonly log: Pick<Logger, 'info'>;
  readonly primaryChannel: Channel | undefined;
}

/** Creates a function that leases the caches of all workers while live events or webhooks report changes. */
export function createChangeReporter({ cache, metrics, log, primaryChannel }: ChangeReporterOptions) {
  let last: ReportedBy | undefined;
  return (reportedBy: ReportedBy): void => {
    const leaseMs = reportedBy === 'polling' ? 0 : LEASE_MS;
    cache.extendLease(leaseMs);
    // A call fails only if the primary has exited, which ends all workers.
    primaryChannel?.call(EXTEND_LEASE_OF_OTHERS, leaseMs).catch(() => undefined);
    if (reportedBy === last) return;
    last = reportedBy;
    metrics.changesReportedBy(reportedBy);
    log.info({ reportedBy }, 'how changes of content arrive');
  };
}

/** Lets the worker that consumes changes extend the lease of this process. */
export const followLease = (primaryChannel: Channel, cache: Pick<TaggedCache, 'extendLease'>): void =>
  primaryChannel.handle(EXTEND_LEASE, cache.extendLease);

/** Forwards the lease of a worker to the other workers. */
export const serveLease = (worker: WorkerProcess, { callAll }: Pick<WorkerPool, 'callAll'>): void =>
  worker.channel.handle(EXTEND_LEASE_OF_OTHERS, async (ms) => void (await callAll(EXTEND_LEASE, ms, worker)));
