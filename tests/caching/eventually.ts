import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a piece of work no longer throws; throws what it throws then. */
export async function eventually(work: () => Promise<void>, milliseconds = 5000): Promise<void> {
  const late = Date.now() + milliseconds;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > late) throw error;
      await sleep(20);
    }
  }
}
