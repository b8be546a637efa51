import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

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

/** @throws Error when the machine lacks it */
export function pathOf({ name, path }: Tool): string {
  if (!path) throw new Error(`expected ${name} on this machine, found none; install it (.ci/run does)`);
  return path;
}

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
