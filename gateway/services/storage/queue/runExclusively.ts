import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from './queue.ts';

/** A process that died holds the queue for this time at most. */
const LEASE_MS = 10_000;
const EXTEND_INTERVAL_MS = LEASE_MS / 4;
const POLL_INTERVAL_MS = 1000;
/** The only key of such a queue. */
const KEY = 'run';

/**
 * Runs a task while no other process runs one with the same queue, which is used for nothing else.
 * @param onWait is called every second while another process runs its task
 */
export async function runExclusively<T>(
  queue: Queue,
  run: () => Promise<T>,
  onWait: () => Promise<void>,
): Promise<T> {
  for (;;) {
    await queue.add(KEY, '', { shouldSkipExisting: true });
    const [claim] = await queue.claim(1, LEASE_MS);
    if (claim) {
      // After a failed extension the next one may succeed.
      const extend = () => queue.extend(claim, LEASE_MS).catch(() => undefined);
      const timer = setInterval(extend, EXTEND_INTERVAL_MS);
      try {
        return await run();
      } finally {
        clearInterval(timer);
        await queue.complete(claim);
      }
    }
    await onWait();
    await sleep(POLL_INTERVAL_MS);
  }
}
