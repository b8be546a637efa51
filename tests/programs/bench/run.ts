/**
 * `npm run bench` runs every benchmark one after another, so that none disturbs another; `npm run bench -- search` runs
 * those whose name begins so. Ends with 1 when one of them missed its limit.
 */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { ROOT, run, stopTogether } from '../../../gateway/cli/processes.ts';
import { loadEnvironment } from '../../../gateway/config/environment.ts';

const [prefix = ''] = process.argv.slice(2);
const files = globSync('tests/programs/bench/*.bench.ts', { cwd: ROOT })
  .filter((file) => basename(file).startsWith(prefix))
  .sort();
if (files.length === 0) {
  console.error(`expected the beginning of a benchmark's name, got ${prefix}`);
  process.exit(2);
}

stopTogether();
const { env } = loadEnvironment();
const missed: string[] = [];
for (const file of files) {
  const name = basename(file, '.bench.ts');
  console.log(`\n${name}\n`);
  const { code } = await run(name, [file], { env, output: 'shown' }).ended;
  if (code !== 0) missed.push(name);
}
if (missed.length > 0) {
  console.error(`\nmissed their limits or failed: ${missed.join(', ')}`);
  process.exitCode = 1;
}
