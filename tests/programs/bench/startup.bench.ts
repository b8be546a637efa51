import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { missingBuilds } from '../../../gateway/cli/buildWeb.ts';
import { bundleGateway } from '../../../gateway/cli/bundleGateway.ts';
import { packageFile } from '../../../gateway/core/packageFiles.ts';
import { createGatewayProcess } from '../../support/gatewayProcess.ts';
import { startStack } from '../../support/stack.ts';
import { cpuMs, residentBytes } from '../load/processFigures.ts';
import { median } from '../load/quantile.ts';

/*
 * Measures the start of the bundle of the npm package in production: the time until it is ready, its CPU time and its resident memory at
 * rest. `node tests/programs/bench/startup.bench.ts [starts]`
 */
const [starts = 5] = process.argv.slice(2).map(Number);
const GOAL_SECONDS = 1.5;
const GOAL_RESIDENT_MB = 256;
/** The media library is read, and garbage is collected, some seconds after the start. */
const REST_MS = 3_000;
/** Not the limits of heaps in tests: production has none, and 0 is the default of V8. */
const NO_HEAP_LIMITS = ['--max-old-space-size=4096', '--max-semi-space-size=0'];

const missing = missingBuilds();
if (missing.length > 0)
  throw new Error(`expected a built app, got none of ${missing.join(', ')}: run npm run build`);

await bundleGateway(packageFile('dist'));
const stack = await startStack({ hasOwnSecrets: true });
const cache = mkdtempSync(join(tmpdir(), 'trivium-compile-cache-'));

/** Starts a gateway once. */
async function measure(): Promise<{ seconds: number; cpuSeconds: number; residentMb: number }> {
  const gateway = await createGatewayProcess(
    {
      ...stack.env,
      NODE_ENV: 'production',
      SITES: 'app',
      NODE_COMPILE_CACHE: cache,
      OPERATOR_PORT: '0',
      WORKERS: '1',
      STATE_DIR: `${stack.config.stateDir}/startup`,
    },
    { flags: NO_HEAP_LIMITS, script: 'dist/gateway/main.js' },
  );
  const startedAt = performance.now();
  await gateway.start();
  const seconds = (performance.now() - startedAt) / 1000;
  const pid = gateway.pid as number;
  const cpuSeconds = cpuMs(pid) / 1000;
  await sleep(REST_MS);
  const residentMb = (residentBytes(pid) ?? 0) / 1024 / 1024;
  // Not `kill`: the compile cache is written when the process exits.
  await gateway.stop();
  return { seconds, cpuSeconds, residentMb };
}

const print = (name: string, { seconds, cpuSeconds, residentMb }: Awaited<ReturnType<typeof measure>>) =>
  console.log(
    `${name.padEnd(34)}${seconds.toFixed(2)} s  ${cpuSeconds.toFixed(2)} s CPU  ${residentMb.toFixed(0)} MB`,
  );

try {
  print('first start, no compile cache', await measure());
  const later: Awaited<ReturnType<typeof measure>>[] = [];
  for (let start = 0; start < starts; start++) later.push(await measure());
  const figures = {
    seconds: median(later.map(({ seconds }) => seconds)),
    cpuSeconds: median(later.map(({ cpuSeconds }) => cpuSeconds)),
    residentMb: median(later.map(({ residentMb }) => residentMb)),
  };
  print(`median of ${starts} further starts`, figures);
  console.log(`goal: ${GOAL_SECONDS} s, ${GOAL_RESIDENT_MB} MB`);
} finally {
  await stack.close();
  rmSync(cache, { recursive: true });
}
