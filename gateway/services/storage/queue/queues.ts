import type { Queue, QueueOptions } from './queue.ts';

/** The queues of a deployment. */
export interface Queues {
  /** Webhook deliveries. */
  readonly inbox: Queue;
  /** The index jobs of a model. */
  indexJobs(fingerprint: string): Queue;
  /** Lets one process at a time write all of the indexes of a model. */
  indexWrites(fingerprint: string): Queue;
}

/** Providers repeat a delivery for at most a day; processed deliveries are remembered for a week. */
const INBOX_TTL_MS = 7 * 86_400_000;

/** Creates the queues. @param create creates a queue in a back end */
export function createQueues(create: (options: QueueOptions) => Queue): Queues {
  const jobs = new Map<string, Queue>();
  return {
    inbox: create({ name: 'inbox', completedTtlMs: INBOX_TTL_MS }),
    indexJobs(fingerprint) {
      const queue = jobs.get(fingerprint) ?? create({ name: `index-${fingerprint}`, completedTtlMs: 0 });
      jobs.set(fingerprint, queue);
      return queue;
    },
    indexWrites: (fingerprint) => create({ name: `index-writes-${fingerprint}`, completedTtlMs: 0 }),
  };
}
