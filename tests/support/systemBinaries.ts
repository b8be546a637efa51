import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A binary that tests or programs use if the machine has it. */
export interface SystemBinary {
  readonly name: string;
  /** Path of the file; undefined if the machine lacks it. */
  readonly path: string | undefined;
}

/** Without these flags Chromium requests updates from other hosts and waits for a display, which containers lack. */
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

const CHROMIUM_COMMANDS = ['chromium', 'chromium-browser', 'google-chrome'];

/**
 * Finds Chromium, to be started with `CHROMIUM_FLAGS`. The headless shell is preferred: it has no browser window to render,
 * so that browser tests take a fifth less time.
 */
export const chromiumBinary = (): SystemBinary =>
  findBinary('Chromium', ['chromium-headless-shell', ...CHROMIUM_COMMANDS]);

/** Finds the Chromium of users, for measurements: the headless shell loads more images in advance. */
export const fullChromiumBinary = (): SystemBinary => findBinary('Chromium', CHROMIUM_COMMANDS);

/** Finds a Redis server, or Valkey, which has the same protocol. */
export const redisBinary = (): SystemBinary =>
  findBinary('a Redis server', ['redis-server', 'valkey-server']);

/** Finds curl, for examples of the documentation. */
export const curlBinary = (): SystemBinary => findBinary('curl', ['curl']);

/** Finds Python, for examples of the documentation. */
export const pythonBinary = (): SystemBinary => findBinary('Python 3', ['python3']);

/** @throws Error if the machine lacks the binary */
export function requirePath({ name, path }: SystemBinary): string {
  if (!path) throw new Error(`expected ${name} on this machine, found none; install it (.ci/run does)`);
  return path;
}

function findBinary(name: string, commands: readonly string[]): SystemBinary {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  const path = commands
    .flatMap((command) => folders.map((folder) => join(folder, command)))
    .find(isExecutable);
  return { name, path };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
