import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/configReader.ts';
import type { Environment } from '../../config/environment.ts';
import { readConfig } from '../../config/readConfig.ts';
import type { Model } from '../../core/model/model.ts';
import { readCheckedModel } from '../../graphql/schema/buildSchema.ts';
import { openAlgoliaAccount } from './algoliaAccount.ts';
import { type Check, fault } from './check.ts';
import { contentChecks } from './contentChecks.ts';
import { contentWebhookCheck } from './contentWebhookCheck.ts';
import { machineChecks } from './machineChecks.ts';
import { mediaChecks } from './mediaChecks.ts';
import { openMuxAccount } from './muxAccount.ts';
import { redisCheck } from './redisCheck.ts';
import { type CheckResult, runChecks } from './runChecks.ts';
import { openSanityAccount } from './sanityAccount.ts';
import { searchIndexChecks } from './searchIndexChecks.ts';
import { searchKeyChecks } from './searchKeyChecks.ts';

const MIN_FREE_MB = 200;

interface DoctorOptions {
  /** Time for each check. */
  readonly deadlineMs: number;
  /** Milliseconds since 1970, for the check of the clock. */
  readonly now?: (() => number) | undefined;
  /** Space that the disk of the state folder must have. */
  readonly minFreeMb?: number | undefined;
}

/** The results of all checks, and the secrets that their texts must not contain. */
export interface DoctorReport {
  readonly results: readonly CheckResult[];
  readonly secrets: readonly string[];
}

/**
 * Checks the accounts and this machine for an environment, and changes nothing. If the model is invalid, the checks that need
 * it are left out.
 */
export async function diagnose(env: Environment, options: DoctorOptions): Promise<DoctorReport> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { results: error.errors.map(configurationFault), secrets: [] };
  }
  const model = await readModelResult(config);
  const checks = [
    ...independentChecks(config, options),
    ...(model.value ? modelChecks(config, model.value) : []),
  ];
  return {
    results: [model.result, ...(await runChecks(checks, options))],
    secrets: config.secrets,
  };
}

const independentChecks = (
  config: Config,
  { now = Date.now, minFreeMb = MIN_FREE_MB }: DoctorOptions,
): readonly Check[] => [
  ...machineChecks(config, { now, minFreeMb }),
  redisCheck(config.redisUrl),
  ...(config.providers.includes('media') ? mediaChecks(config, openMuxAccount(config.media)) : []),
  ...(config.providers.includes('search')
    ? searchKeyChecks(config.search, openAlgoliaAccount(config.search))
    : []),
];

function modelChecks(config: Config, model: Model): readonly Check[] {
  const account = openSanityAccount(config.content);
  return [
    ...contentChecks(config.content, account, model),
    contentWebhookCheck(config, account, model),
    ...(config.providers.includes('search')
      ? searchIndexChecks(config, openAlgoliaAccount(config.search), model)
      : []),
  ];
}

async function readModelResult({
  schemaDir,
  providers,
}: Config): Promise<{ readonly result: CheckResult; readonly value?: Model }> {
  const check = { id: 'model', title: 'Model' };
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  try {
    const model = await readCheckedModel(schemaDir, providers);
    const detail = `${schemaDir}: ${model.documents.length} types of documents`;
    return { result: { ...check, status: 'ok', detail, durationMs: durationMs() }, value: model };
  } catch (error) {
    const problem = fault('MODEL_INVALID', {
      expected: `a valid model in ${schemaDir}`,
      actual: (error as Error).message,
      fix: 'correct the model (docs/models.md), or set SCHEMA_DIR',
    });
    return { result: { ...check, ...problem, durationMs: durationMs() } };
  }
}

const configurationFault = (message: string): CheckResult => ({
  id: 'configuration',
  title: 'Settings',
  durationMs: 0,
  ...fault('CONFIGURATION_INVALID', {
    expected: 'valid settings',
    actual: message,
    fix: 'see .env.example for all variables',
  }),
});
