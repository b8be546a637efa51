import type { Queue, QueueState } from '../queue/queue.ts';
import type { Instruments } from './instruments.ts';

/** What is read when somebody asks. */
interface WatchedState {
  /** Deliveries of webhooks, and what the index must follow. */
  readonly queues: Readonly<Record<'inbox' | 'index', Pick<Queue, 'state'>>>;
  /** Absent where nothing is shared with other gateways. */
  readonly redis?: { ping(): Promise<unknown> } | undefined;
  /** What is running, each part as a label. */
  readonly build: Readonly<Record<string, string>>;
}

/** What a gateway tells of what it holds, of deliveries, and of its log. */
export interface StateMetrics {
  watchState(state: WatchedState): void;
  /** A delivery of a webhook came. */
  delivered(source: string, outcome: 'taken' | 'known' | 'refused'): void;
  /** An entry of the audit log could not be written. */
  auditLost(): void;
  /** A line was written to the log. */
  logged(level: string): void;
}

/** Milliseconds after which a Redis that says nothing is away. */
const PATIENCE = 500;

/** Makes it. */
export function createStateMetrics({ counter, gauge, reading }: Instruments): StateMetrics {
  const deliveries = counter(
    'trivium_webhooks_total',
    'Deliveries of webhooks by source and outcome (taken, known, refused).',
    ['source', 'outcome'],
  );
  const lines = counter('trivium_log_lines_total', 'Lines of the log by level.', ['level']);
  const audit = counter('trivium_audit_lost_total', 'Entries of the audit log that could not be written.');
  for (const source of ['content', 'media']) deliveries.inc({ source, outcome: 'refused' }, 0);
  for (const level of ['error', 'fatal']) lines.inc({ level }, 0);
  return {
    watchState({ queues, redis, build }) {
      watchQueue(reading, queues.inbox, 'inbox', 'Deliveries of webhooks');
      watchQueue(reading, queues.index, 'index', 'Index work');
      reading(
        'trivium_redis_up',
        'Whether Redis answers: 1 or 0; nothing where there is none.',
        () => redis && answers(redis),
      );
      gauge('trivium_build_info', 'What is running; always 1.', Object.keys(build)).set(build, 1);
    },
    delivered: (source, outcome) => deliveries.inc({ source, outcome }),
    auditLost: () => audit.inc(),
    logged: (level) => lines.inc({ level }),
  };
}

function watchQueue(
  reading: Instruments['reading'],
  queue: Pick<Queue, 'state'>,
  name: string,
  what: string,
): void {
  let state: Promise<QueueState | undefined> | undefined;
  // The gauges are asked together and share one look.
  const look = () => {
    state ??= queue
      .state()
      .catch(() => undefined)
      .finally(() => {
        state = undefined;
      });
    return state;
  };
  const part = (suffix: string, help: string, value: (now: QueueState) => number) =>
    reading(`trivium_${name}_${suffix}`, `${what} ${help}`, async () => {
      const now = await look();
      return now && value(now);
    });
  part('waiting', 'that waits to be worked at.', ({ waiting }) => waiting);
  part('failed', 'that was given up.', ({ dead }) => dead);
  part('lag_seconds', 'by the seconds for which the oldest has waited; 0 when none does.', ({ oldest }) =>
    oldest === null ? 0 : Math.max(0, (Date.now() - oldest) / 1000),
  );
}

/** 1 where it answers in time, else 0. */
async function answers(redis: NonNullable<WatchedState['redis']>): Promise<number> {
  const silence = Promise.withResolvers<0>();
  const timer = setTimeout(() => silence.resolve(0), PATIENCE);
  const answer = redis.ping().then(
    () => 1,
    () => 0,
  );
  const up = await Promise.race([answer, silence.promise]);
  clearTimeout(timer);
  return up;
}
