import { test } from '@jest/globals';
import { pathOf, type Tool } from './systemBinaries.ts';

export { CHROMIUM_FLAGS, chromium, redis, type Tool } from './systemBinaries.ts';

/**
 * A test that needs a tool of the machine. Where that is missing the test is skipped and its name says why; with
 * CI=true it fails, so that nothing is left out unseen.
 * @param run is given the path of the tool
 * @param timeout in milliseconds
 */
export function testWith(
  tool: Tool,
  name: string,
  run: (path: string) => Promise<void>,
  timeout = 30_000,
): void {
  const { path } = tool;
  if (path) test(name, () => run(path), timeout);
  else if (process.env.CI === 'true') test(name, () => void pathOf(tool));
  else test.skip(`${name} (skipped: this machine lacks ${tool.name})`, () => undefined);
}
