const EVERY_MS = 500;

/**
 * Tells on standard error how far a long work has come: one line rewritten in a terminal, one line every tenth
 * elsewhere.
 * @param name what is being made
 * @param total how many parts it has
 */
export function progressLine(
  name: string,
  total: number,
): { at(done: number): void; end(words: string): void } {
  const terminal = process.stderr.isTTY;
  const begun = performance.now();
  let told = 0;
  const at = (done: number) => {
    const now = performance.now();
    const due = terminal ? now - told > EVERY_MS : done % Math.ceil(total / 10) === 0;
    if (!due) return;
    told = now;
    const left = Math.round((((now - begun) / done) * (total - done)) / 1000);
    const line = `${name}: ${done} of ${total}, about ${left} s left`;
    process.stderr.write(terminal ? `\r${line}\u001b[K` : `${line}\n`);
  };
  const end = (words: string) => {
    const seconds = Math.round((performance.now() - begun) / 1000);
    process.stderr.write(`${terminal ? '\r' : ''}${name}: ${total} in ${seconds} s, ${words}\u001b[K\n`);
  };
  return { at, end };
}
