import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const requireTool = createRequire(`${FOLDER}package.json`);

/**
 * Installs the tools if they are missing. They are a package of their own, so that `npm ci` of the repository does not install
 * them.
 * @throws Error if npm fails
 */
export function installTools(): void {
  if (existsSync(`${FOLDER}node_modules/.package-lock.json`)) return;
  console.log('installing the tools of federation …');
  const { status } = spawnSync(
    'npm',
    ['ci', '--prefix', FOLDER, '--ignore-scripts', '--no-audit', '--no-fund'],
    {
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  );
  if (status !== 0) throw new Error(`expected npm ci in ${FOLDER} to end with 0, got ${status}`);
}

/** Loads an installed package. Its types are those that the caller declares. */
export const loadTool = <Module>(name: string): Module => requireTool(name) as Module;

/** Returns the installed version of a package. */
export function versionOf(name: string): string {
  const text = readFileSync(`${FOLDER}node_modules/${name}/package.json`, 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
