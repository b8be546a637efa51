/**
 * Measures the processor time of this thread, in milliseconds. Unlike the time on the clock, it hardly depends on what else
 * the machine does.
 */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const LOOP_STEPS = 10_000_000;

/** Measures the processor time of a fixed loop, in milliseconds. A bound as a number of such loops is the same on every machine. */
export const loopMs = (): Promise<number> =>
  processorMs(() => {
    let hash = 0;
    for (let step = 0; step < LOOP_STEPS; step += 1) hash = Math.imul(hash ^ step, 16_777_619);
    return hash;
  });
