/** Processor time that one input may take. */
export const MAX_CPU_MS = 2_000;

/** Calls a function. Returns its result, and a failure if it threw or took too much processor time. */
export async function measuredCall<Result>(
  name: string,
  call: () => Result | Promise<Result>,
): Promise<{ result?: Result; failures: string[] }> {
  const before = process.cpuUsage();
  try {
    const result = await call();
    const { user, system } = process.cpuUsage(before);
    const cpuMs = Math.round((user + system) / 1000);
    const isSlow = cpuMs > MAX_CPU_MS;
    return {
      result,
      failures: isSlow ? [`${name}: expected at most ${MAX_CPU_MS} ms CPU, got ${cpuMs}`] : [],
    };
  } catch (error) {
    return { failures: [`${name}: expected a result, got ${String(error).slice(0, 200)}`] };
  }
}
