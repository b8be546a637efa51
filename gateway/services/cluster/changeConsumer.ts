import type { Logger } from 'pino';
import { CONSUME_CHANGES } from './workerMethods.ts';
import { idsOf, type WorkerProcess } from './workerProcess.ts';

/** Chooses the worker that consumes change events: one at a time. */
export interface ChangeConsumer {
  /** Undefined while there is none. */
  readonly worker: WorkerProcess | undefined;
  /** Makes the first of the ready workers consume changes, if none does. */
  choose(ready: Iterable<WorkerProcess>): void;
  /** Forgets a worker that has exited. */
  remove(worker: WorkerProcess): void;
}

/** Creates a change consumer, at first without a worker. */
export function createChangeConsumer(log: Pick<Logger, 'info'>): ChangeConsumer {
  let consumer: WorkerProcess | undefined;
  /** True if a worker consumed changes before: the next one may miss those in between. */
  let mayHaveGap = false;
  return {
    get worker() {
      return consumer;
    },
    choose(ready) {
      if (consumer) return;
      [consumer] = ready;
      if (!consumer) return;
      log.info(idsOf(consumer), 'a worker process consumes changes');
      consumer.channel.call(CONSUME_CHANGES, mayHaveGap).catch(() => undefined);
      mayHaveGap = true;
    },
    remove(worker) {
      if (consumer === worker) consumer = undefined;
    },
  };
}
