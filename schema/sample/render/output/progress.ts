const PRINT_INTERVAL_MS = 500;

/**
 * Returns a progress reporter on standard error: one line rewritten in a terminal, otherwise one line per tenth.
 * @param name the name of the task
 * @param total the number of steps
 */
export function createProgress(
  name: string,
  total: number,
): { update(done: number): void; finish(words: string): void } {
  const isTerminal = process.stderr.isTTY;
  const startedAt = performance.now();
  let lastPrintedAt = 0;
  const update = (done: number) => {
    const now = performance.now();
    const isDue = isTerminal ? now - lastPrintedAt > PRINT_INTERVAL_MS : done % Math.ceil(total / 10) === 0;
    if (!isDue) return;
    lastPrintedAt = now;
    const left = Math.round((((now - startedAt) / done) * (total - done)) / 1000);
    const line = `${name}: ${done} of ${total}, about ${left} s left`;
    process.stderr.write(isTerminal ? `\r${line}\u001b[K` : `${line}\n`);
  };
  const finish = (words: string) => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stderr.write(`${isTerminal ? '\r' : ''}${name}: ${total} in ${seconds} s, ${words}\u001b[K\n`);
  };
  return { update, finish };
}
