import { createSingleFlight } from '../../core/singleFlight.ts';
import type { Queue, QueueState } from '../storage/queue/queue.ts';
import type { Instruments } from './instruments.ts';

/** What is read when somebody asks. */
interface ObservedState {
  /** Deliveries of webhooks, and what the index must follow. */
  readonly queues: Readonly<Record<'inbox' | 'index', Pick<Queue, 'state'>>>;
  /** Absent where nothing is shared with other gateways. */
  readonly redis?: { ping(): Promise<unknown> } | undefined;
  /** What is running, each part as a label. */
  readonly build: Readonly<Record<string, string>>;
}

/** What a gateway tells of what it holds, of deliveries, and of its log. */
export interface StateMetrics {
  observeState(state: ObservedState): void;
  /** A delivery of a webhook came. */
  webhookDelivered(source: string, outcome: 'taken' | 'known' | 'refused'): void;
  /** An entry of the audit log could not be written. */
  auditEntryLost(): void;
  /** A line was written to the log. */
  lineLogged(level: string): void;
}

/** Milliseconds after which a Redis that says nothing is away. */
const PING_TIMEOUT_MS = 500;

/** Makes it. */
export function createStateMetrics({ counter, gauge, observedGauge }: Instruments): StateMetrics {
  const deliveries = counter(
    'trivium_webhooks_total',
    'Deliveries of webhooks by source and outcome (taken, known, refused).',
    ['source', 'outcome'],
  );
  const logLines = counter('trivium_log_lines_total', 'Lines of the log by level.', ['level']);
  const lostAuditEntries = counter('trivium_audit_lost_total', 'Entries of the audit log that could not be written.');
  for (const source of ['content', 'media']) deliveries.inc({ source, outcome: 'refused' }, 0);
  for (const level of ['error', 'fatal']) logLines.inc({ level }, 0);
  return {
    observeState({ queues, redis, build }) {
      observeQueue(observedGauge, queues.inbox, 'inbox', 'Deliveries of webhooks');
      observeQueue(observedGauge, queues.index, 'index', 'Index work');
      observedGauge(
        'trivium_redis_up',
        'Whether Redis answers: 1 or 0; nothing where there is none.',
        () => redis && pingRedis(redis),
      );
      gauge('trivium_build_info', 'What is running; always 1.', Object.keys(build)).set(build, 1);
    },
    webhookDelivered: (source, outcome) => deliveries.inc({ source, outcome }),
    auditEntryLost: () => lostAuditEntries.inc(),
    lineLogged: (level) => logLines.inc({ level }),
  };
}

function observeQueue(
  reading: Instruments['observedGauge'],
  queue: Pick<Queue, 'state'>,
  name: string,
  what: string,
): void {
  // All gauges are read at the same time.
  const reads = createSingleFlight<string, QueueState | undefined>();
  const readState = () => reads.run(name, () => queue.state().catch(() => undefined));
  const part = (suffix: string, help: string, value: (now: QueueState) => number) =>
    reading(`trivium_${name}_${suffix}`, `${what} ${help}`, async () => {
      const now = await readState();
      return now && value(now);
    });
  part('waiting', 'that waits to be worked at.', ({ waiting }) => waiting);
  part('failed', 'that was given up.', ({ dead }) => dead);
  part('lag_seconds', 'by the seconds for which the oldest has waited; 0 when none does.', ({ oldest }) =>
    oldest === null ? 0 : Math.max(0, (Date.now() - oldest) / 1000),
  );
}

/** 1 where it answers in time, else 0. */
async function pingRedis(redis: NonNullable<ObservedState['redis']>): Promise<number> {
  const timedOut = Promise.withResolvers<0>();
  const timer = setTimeout(() => timedOut.resolve(0), PING_TIMEOUT_MS);
  const ping = redis.ping().then(
    () => 1,
    () => 0,
  );
  const up = await Promise.race([ping, timedOut.promise]);
  clearTimeout(timer);
  return up;
}
