/**
 * `npm run check` runs all checks of the repository, prints one line for each and the output of failed ones, and exits
 * with 1 when one fails. `npm run check -- types contract` selects checks.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { PACKAGE_ROOT } from '../../../gateway/core/packageFiles.ts';

const MAX_PARALLEL_CHECKS = 4;

/** The command of each check. No check changes files. */
const CHECKS: Readonly<Record<string, readonly string[]>> = {
  types: ['tsc', '--noEmit'],
  'format and imports': ['biome', 'check', '--error-on-warnings'],
  generated: ['node', 'gateway/cli/trivium.ts', 'codegen', '--check'],
  contract: ['node', 'gateway/cli/trivium.ts', 'contract', '--check'],
  graphql: [
    'eslint',
    '--config',
    'tests/programs/checks/eslint.config.js',
    '--max-warnings=0',
    'schema',
    'web/features',
    'web/ui',
    'web/figures',
    'web/rich-text',
    'web/server',
    'web/explorer/examples',
  ],
  'dead code': ['knip', '--config', 'tests/programs/checks/knip.json'],
  environment: ['node', 'tests/programs/checks/environment.ts'],
  layers: ['node', 'tests/programs/checks/layers.ts'],
  'command line': ['node', 'tests/programs/checks/commandLine.ts'],
  requests: ['node', 'tests/programs/checks/requests.ts'],
  lockfile: ['node', 'tests/programs/checks/lockfile.ts'],
};

interface CheckResult {
  readonly code: number;
  readonly output: string;
  readonly seconds: number;
}

const selected = process.argv.slice(2);
const unknown = selected.filter((name) => !Object.hasOwn(CHECKS, name));
if (unknown.length > 0) {
  console.error(`expected checks of ${Object.keys(CHECKS).join(', ')}, got ${unknown.join(', ')}`);
  process.exit(2);
}

const names = selected.length > 0 ? selected : Object.keys(CHECKS);
const width = Math.max(...names.map((name) => name.length));
const pending = [...names];
const failed: string[] = [];
await Promise.all(
  Array.from({ length: Math.min(MAX_PARALLEL_CHECKS, availableParallelism()) }, runPendingChecks),
);
console.log(
  failed.length === 0
    ? '\nall checks pass'
    : `\nfailed: ${failed.join(', ')}\nRepeat one with npm run check -- <name>. CONTRIBUTING.md has the fix of each check.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

async function runPendingChecks(): Promise<void> {
  for (let name = pending.shift(); name !== undefined; name = pending.shift()) {
    const { code, output, seconds } = await runCommand(CHECKS[name] as readonly string[]);
    console.log(`${code === 0 ? '✓' : '✗'} ${name.padEnd(width)}  ${seconds.toFixed(1)} s`);
    if (code === 0) continue;
    failed.push(name);
    console.log(output.trim().replaceAll(/^/gm, '    '));
  }
}

function runCommand([command, ...args]: readonly string[]): Promise<CheckResult> {
  const startedAt = performance.now();
  const path = [join(PACKAGE_ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const child = spawn(command as string, args, {
    cwd: PACKAGE_ROOT,
    env: { ...process.env, PATH: path, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return new Promise((resolve) => {
    const finish = (code: number) =>
      resolve({ code, output, seconds: (performance.now() - startedAt) / 1000 });
    child.once('error', (error) => {
      output += error.message;
      finish(1);
    });
    child.once('close', (code) => finish(code ?? 1));
  });
}
