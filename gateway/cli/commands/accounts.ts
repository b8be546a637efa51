import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckResult } from '../doctor/runChecks.ts';
import { UsageError } from '../usageError.ts';
import { defineCommand, defineGroup } from './defineCommand.ts';

const RETRY_DELAY_MS = 2_000;
const MAX_TIMEOUT_SECONDS = 600;
const MAX_WAIT_SECONDS = 3_600;

/**
 * `trivium doctor` checks the accounts and this machine, and changes nothing.
 * Exit code: 0 without failures, 1 with a failure, 2 for wrong usage, 3 if the search indexes are only not yet built.
 */
export const doctorCommand = defineCommand({
  command: 'doctor',
  describe: 'Check the accounts at the providers and this machine; changes nothing',
  builder: (yargs) =>
    yargs
      .option('json', { type: 'boolean', default: false, describe: 'Print JSON' })
      .option('timeout', {
        type: 'number',
        default: 10,
        requiresArg: true,
        describe: 'Seconds for each check',
      })
      .option('wait', {
        type: 'number',
        default: 0,
        requiresArg: true,
        describe: 'Repeat until there is no failure and all is built, for at most these seconds',
      }),
  async handler({ json, timeout, wait }) {
    if (!isWithin(timeout, 1, MAX_TIMEOUT_SECONDS) || !isWithin(wait, 0, MAX_WAIT_SECONDS))
      throw new UsageError(
        `expected --timeout from 1 to ${MAX_TIMEOUT_SECONDS} and --wait from 0 to ${MAX_WAIT_SECONDS} seconds, got ${timeout} and ${wait}`,
      );
    const { exitCodeOf, jsonReport, textReport } = await import('../doctor/report.ts');
    const results = await diagnoseUntilHealthy(1000 * timeout, 1000 * wait);
    console.log(json ? jsonReport(results) : textReport(results));
    process.exitCode = exitCodeOf(results);
  },
});

async function diagnoseUntilHealthy(deadlineMs: number, waitMs: number): Promise<readonly CheckResult[]> {
  const [{ loadEnvironment }, { missingEmulators }, { diagnose }, { exitCodeOf, redactedResults }] =
    await Promise.all([
      import('../../config/environment.ts'),
      import('../emulators.ts'),
      import('../doctor/doctor.ts'),
      import('../doctor/report.ts'),
    ]);
  const endsAt = performance.now() + waitMs;
  for (;;) {
    const { env, declared, emulators } = loadEnvironment();
    const missing = await missingEmulators(emulators, env);
    const results = redactedResults(await diagnose(env, { deadlineMs, missingEmulators: missing, declared }));
    if (exitCodeOf(results) === 0 || performance.now() + RETRY_DELAY_MS > endsAt) return results;
    await sleep(RETRY_DELAY_MS);
  }
}

const isWithin = (value: number, minimum: number, maximum: number): boolean =>
  value >= minimum && value <= maximum;

const webhooks = defineCommand({
  command: 'webhooks',
  describe: 'Register the webhooks of Sanity and Mux; repeating it changes nothing',
  builder: (yargs) =>
    yargs
      .option('dry-run', { type: 'boolean', default: false, describe: 'Print what would be done' })
      .option('mux-secret-file', {
        type: 'string',
        describe: 'File for the secret of a new Mux webhook. Default: mux-webhook-secret in STATE_DIR',
      }),
  async handler({ dryRun: isDryRun, muxSecretFile }) {
    const [{ loadEnvironment }, { setUpWebhooks }] = await Promise.all([
      import('../../config/environment.ts'),
      import('../setup/setUpWebhooks.ts'),
    ]);
    const print = (line: string) => console.log(line);
    const failures = await setUpWebhooks(loadEnvironment().env, { isDryRun, print, muxSecretFile });
    for (const failure of failures) console.error(failure);
    process.exitCode = failures.length > 0 ? 1 : 0;
  },
});

const syncTags = defineCommand({
  command: 'sync-tags',
  describe: 'Print the steps that deploy the Sanity function for exact purges; changes nothing',
  builder: (yargs) => yargs,
  async handler() {
    const [{ loadEnvironment }, { syncTagSteps }] = await Promise.all([
      import('../../config/environment.ts'),
      import('../setup/syncTagSteps.ts'),
    ]);
    console.log(syncTagSteps(loadEnvironment().env));
  },
});

/** `trivium setup` */
export const setupCommand = defineGroup('setup', 'Prepare the accounts at the providers', [
  webhooks,
  syncTags,
]);
