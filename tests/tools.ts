import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from '@jest/globals';

/** Something a machine may have or lack. */
export interface Tool {
  readonly name: string;
  /** Its file; nothing when the machine lacks it. */
  readonly path: string | undefined;
}

/** Without them Chromium asks other hosts for updates, and waits for a display that containers lack. */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The machine's Chromium, to be started with `CHROMIUM_FLAGS`. */
export const chromium = (): Tool => find('Chromium', ['chromium', 'chromium-browser', 'google-chrome']);

/** The machine's Redis server, or Valkey, which speaks the same protocol. */
export const redis = (): Tool => find('a Redis server', ['redis-server', 'valkey-server']);

function find(name: string, commands: readonly string[]): Tool {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  const path = commands.flatMap((command) => folders.map((folder) => join(folder, command))).find(canRun);
  return { name, path };
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

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
  else if (process.env.CI === 'true')
    test(name, () => {
      throw new Error(`expected ${tool.name} on this machine, found none; install it (.ci/run does)`);
    });
  else test.skip(`${name} (skipped: this machine lacks ${tool.name})`, () => undefined);
}
