import { setTimeout as sleep } from 'node:timers/promises';

const INTERVAL_MS = 20;
const MIN_PAUSES = 10;

/**
 * Repeats `work` until it no longer throws.
 * @param ms how long the effect may take. Each pause counts with its nominal length, so a stalled machine uses up none
 *   of it.
 * @param intervalMs the pause between two attempts: longer where an attempt is costly
 * @returns what `work` returned
 * @throws the last error, with the bound before its message
 */
export async function within<T>(
  ms: number,
  work: () => T | Promise<T>,
  intervalMs = Math.min(INTERVAL_MS, ms / MIN_PAUSES),
): Promise<T> {
  for (let left = ms; ; left -= intervalMs) {
    try {
      return await work();
    } catch (error) {
      if (left <= 0) throw withBound(error, ms);
      await sleep(intervalMs);
    }
  }
}

/** States the bound in the message and in the stack, which Jest prints. Errors may be of another realm than Jest's. */
function withBound(error: unknown, ms: number): unknown {
  const bound = `expected within ${ms} ms: `;
  if (!isError(error)) return new Error(`${bound}${String(error)}`, { cause: error });
  const message = `${bound}${error.message}`;
  const stack = error.stack?.replace(error.message, () => message);
  return Object.defineProperties(error, { message: { value: message }, stack: { value: stack } });
}

const isError = (value: unknown): value is Error =>
  typeof value === 'object' && value !== null && 'message' in value && 'stack' in value;
