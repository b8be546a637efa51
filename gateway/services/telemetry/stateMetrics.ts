import { raceTimeout } from '../scheduling/deadline.ts';
import { createSingleFlight } from '../scheduling/singleFlight.ts';
import type { Queue, QueueState } from '../storage/queue/queue.ts';
import type { Instruments } from './instruments.ts';

/** State that is read at each scrape. */
interface ObservedState {
  readonly queues: Readonly<Record<'inbox' | 'index', Pick<Queue, 'state'>>>;
  /** Undefined without `REDIS_URL`. */
  readonly redis?: { ping(): Promise<unknown> } | undefined;
  /** Labels of the running build, e.g. its version. */
  readonly build: Readonly<Record<string, string>>;
}

/** Records the state of queues, Redis, the audit log and the log. */
export interface StateMetrics {
  /** Registers the gauges; they are read at each scrape. */
  observeState(state: ObservedState): void;
  /** Counts an audit log entry that could not be written. */
  auditEntryLost(): void;
  lineLogged(level: string): void;
}

const PING_TIMEOUT_MS = 500;

/** Creates the metrics of queues, Redis, the audit log and the log. */
export function createStateMetrics({ counter, gauge, observableGauge }: Instruments): StateMetrics {
  const logLines = counter('trivium_log_lines_total', 'Log lines by level.', ['level']);
  const lostAuditEntries = counter(
    'trivium_audit_entries_lost_total',
    'Audit log entries that could not be written.',
  );
  for (const level of ['error', 'fatal']) logLines.inc({ level }, 0);
  return {
    observeState({ queues, redis, build }) {
      observeQueue(observableGauge, queues.inbox, 'inbox', 'webhook');
      observeQueue(observableGauge, queues.index, 'index_jobs', 'index job');
      observableGauge(
        'trivium_redis_up',
        'Whether Redis responds: 1 or 0; absent without Redis.',
        () => redis && pingRedis(redis),
      );
      gauge('trivium_build_info', 'Version of Trivium and Node; always 1.', Object.keys(build)).set(build, 1);
    },
    auditEntryLost: () => lostAuditEntries.inc(),
    lineLogged: (level) => logLines.inc({ level }),
  };
}

function observeQueue(
  observableGauge: Instruments['observableGauge'],
  queue: Pick<Queue, 'state'>,
  name: string,
  item: string,
): void {
  // One read of the queue per scrape serves all gauges.
  const reads = createSingleFlight<string, QueueState | undefined>();
  const readState = () => reads.run(name, () => queue.state().catch(() => undefined));
  const observe = (suffix: string, help: string, read: (state: QueueState) => number) =>
    observableGauge(`trivium_${name}_${suffix}`, help, async () => {
      const state = await readState();
      return state && read(state);
    });
  observe('pending', `Pending ${item}s.`, ({ waiting }) => waiting);
  observe('dead', `Dead-lettered ${item}s.`, ({ dead }) => dead);
  observe('lag_seconds', `Age of the oldest pending ${item}; 0 if there is none.`, ({ oldestOverdueAt }) =>
    oldestOverdueAt === null ? 0 : Math.max(0, (Date.now() - oldestOverdueAt) / 1000),
  );
}

/** Returns 1 if Redis responds in time, else 0. */
const pingRedis = (redis: NonNullable<ObservedState['redis']>): Promise<number> =>
  raceTimeout(redis.ping(), PING_TIMEOUT_MS).then(
    () => 1,
    () => 0,
  );
