import { test } from '@jest/globals';
import { requirePath, type SystemBinary } from './systemBinaries.ts';

/**
 * Declares a test that needs a binary of the machine. Without the binary the test is skipped and its title says why;
 * with CI=true it fails, so that CI never skips it unnoticed.
 * @param run receives the path of the binary
 */
export function testWith(
  binary: SystemBinary,
  title: string,
  run: (path: string) => Promise<void>,
  timeoutMs = 30_000,
): void {
  const { path } = binary;
  if (path) test(title, () => run(path), timeoutMs);
  else if (process.env.CI === 'true') test(title, () => void requirePath(binary));
  else test.skip(`${title} (skipped: this machine lacks ${binary.name})`, () => undefined);
}
