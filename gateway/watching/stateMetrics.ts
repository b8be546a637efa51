import { Counter, Gauge, type Registry } from 'prom-client';
import type { Queue, QueueState } from '../queue/queue.ts';

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

/** Adds it to a registry. */
export function createStateMetrics(registry: Registry): StateMetrics {
  const registers = [registry];
  const deliveries = new Counter({
    name: 'trivium_webhooks_total',
    help: 'Deliveries of webhooks by source and outcome (taken, known, refused).',
    labelNames: ['source', 'outcome'] as const,
    registers,
  });
  const lines = new Counter({
    name: 'trivium_log_lines_total',
    help: 'Lines of the log by level.',
    labelNames: ['level'] as const,
    registers,
  });
  const audit = new Counter({
    name: 'trivium_audit_lost_total',
    help: 'Entries of the audit log that could not be written.',
    registers,
  });
  for (const source of ['content', 'media']) deliveries.inc({ source, outcome: 'refused' }, 0);
  for (const level of ['error', 'fatal']) lines.inc({ level }, 0);
  return {
    watchState({ queues, redis, build }) {
      watchQueue(registry, queues.inbox, 'inbox', 'Deliveries of webhooks');
      watchQueue(registry, queues.index, 'index', 'Index work');
      watchRedis(registry, redis);
      new Gauge({
        name: 'trivium_build_info',
        help: 'What is running; always 1.',
        labelNames: Object.keys(build),
        registers,
      }).set(build, 1);
    },
    delivered: (source, outcome) => deliveries.inc({ source, outcome }),
    auditLost: () => audit.inc(),
    logged: (level) => lines.inc({ level }),
  };
}

function watchQueue(registry: Registry, queue: Pick<Queue, 'state'>, name: string, what: string): void {
  let state: ReturnType<Queue['state']> | undefined;
  const gauge = (part: string, help: string, value: (now: QueueState) => number) =>
    new Gauge({
      name: `trivium_${name}_${part}`,
      help: `${what} ${help}`,
      registers: [registry],
      async collect() {
        // The gauges are asked together and share one look.
        state ??= queue.state().finally(() => {
          state = undefined;
        });
        await state.then(
          (now) => this.set(value(now)),
          () => this.remove(),
        );
      },
    });
  gauge('waiting', 'that waits to be worked at.', ({ waiting }) => waiting);
  gauge('failed', 'that was given up.', ({ dead }) => dead);
  gauge('lag_seconds', 'by the seconds for which the oldest has waited; 0 when none does.', ({ oldest }) =>
    oldest === null ? 0 : Math.max(0, (Date.now() - oldest) / 1000),
  );
}

function watchRedis(registry: Registry, redis: WatchedState['redis']): void {
  new Gauge({
    name: 'trivium_redis_up',
    help: 'Whether Redis answers: 1 or 0; nothing where there is none.',
    registers: [registry],
    async collect() {
      if (!redis) return this.remove();
      const silence = Promise.withResolvers<0>();
      const timer = setTimeout(() => silence.resolve(0), PATIENCE);
      const answer = redis.ping().then(
        () => 1,
        () => 0,
      );
      this.set(await Promise.race([answer, silence.promise]));
      clearTimeout(timer);
    },
  });
}
