/**
 * `npm run bench` runs all benchmarks one after another, so that they do not compete for the processor.
 * `npm run bench -- search` runs those whose name starts with `search`; further arguments are those of the benchmark. Exits
 * with 1 when a benchmark exceeds its limit.
 */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { startProcess, stopAllOnSignal } from '../../../gateway/cli/processes.ts';
import { loadEnvironment } from '../../../gateway/config/environment.ts';
import { PACKAGE_ROOT } from '../../../gateway/core/packageFiles.ts';

const [prefix = '', ...args] = process.argv.slice(2);
const files = globSync('tests/programs/bench/*.bench.ts', { cwd: PACKAGE_ROOT })
  .filter((file) => basename(file).startsWith(prefix))
  .sort();
if (files.length === 0) {
  console.error(`expected the start of a benchmark's name, got ${prefix}`);
  process.exit(2);
}

stopAllOnSignal();
const { env } = loadEnvironment();
const failed: string[] = [];
for (const file of files) {
  const name = basename(file, '.bench.ts');
  console.log(`\n${name}\n`);
  const { code } = await startProcess(name, [file, ...args], { env, output: 'inherit', cwd: PACKAGE_ROOT })
    .exited;
  if (code !== 0) failed.push(name);
}
if (failed.length > 0) {
  console.error(
    `\nfailed or over the limit: ${failed.join(', ')}\n\nRepeat on an idle machine with npm run bench -- <name>; compare with an earlier commit.`,
  );
  process.exitCode = 1;
}
