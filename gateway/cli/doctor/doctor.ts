import pluralize from 'pluralize';
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/configParser.ts';
import type { Environment } from '../../config/environment.ts';
import { isPublishedSecret } from '../../config/publishedSecrets.ts';
import { readConfig } from '../../config/readConfig.ts';
import { absentSites, servedSites } from '../../config/sites.ts';
import { describeUnknownVariable, type UnknownVariable } from '../../config/unknownVariables.ts';
import type { Provider } from '../../core/errors.ts';
import type { Model } from '../../core/model/model.ts';
import { readTypeDefs } from '../../graphql/schema/buildSchema.ts';
import { publicContent } from '../../graphql/schema/scopes/publicContent.ts';
import { emulatorUrl } from '../emulators.ts';
import { openAlgoliaAccount, openMuxAccount, openSanityAccount } from './accounts.ts';
import { type Check, type CheckOutcome, failure, ok, warning } from './check.ts';
import { contentChecks } from './contentChecks.ts';
import { contentWebhookCheck } from './contentWebhookCheck.ts';
import { machineChecks } from './machineChecks.ts';
import { mediaChecks } from './mediaChecks.ts';
import { redisCheck } from './redisCheck.ts';
import { type CheckResult, mergeProblems, runChecks } from './runChecks.ts';
import { searchIndexChecks } from './searchIndexChecks.ts';
import { searchKeyChecks } from './searchKeyChecks.ts';
import { startChecks } from './startChecks.ts';

const MIN_FREE_MB = 200;

interface DoctorOptions {
  /** Time for each check. */
  readonly deadlineMs: number;
  /** Milliseconds since 1970, for the check of the clock. */
  readonly now?: (() => number) | undefined;
  /** Space that the disk of the state folder must have. */
  readonly minFreeMb?: number | undefined;
  /** The providers whose emulators do not run: one failure stands for the failures of all their checks. */
  readonly missingEmulators?: readonly Provider[] | undefined;
  /** Names of the variables of `.env`. */
  readonly declared?: readonly string[] | undefined;
}

/** The results of all checks, and the secrets that their texts must not contain. */
export interface DoctorReport {
  readonly results: readonly CheckResult[];
  readonly secrets: readonly string[];
}

/**
 * Checks the accounts and this machine for an environment, and changes nothing. The checks that need the model are left out if
 * it is invalid, and the checks of a provider if its emulator does not run.
 */
export async function diagnose(env: Environment, options: DoctorOptions): Promise<DoctorReport> {
  let config: Config;
  try {
    config = readConfig(env, options.declared);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { results: error.errors.map(configurationFailure), secrets: [] };
  }
  const { missingEmulators = [] } = options;
  const responding = config.providers.filter((provider) => !missingEmulators.includes(provider));
  const model = await readModelResult(config);
  const checks = [
    ...independentChecks(config, responding, options),
    ...(model.value ? [...startChecks(config), ...modelChecks(config, responding, model.value)] : []),
  ];
  return {
    results: mergeProblems([
      ...config.unknownVariables.map(unknownSetting),
      model.result,
      ...(model.value ? [publicContentResult(model.value, config)] : []),
      sitesResult(config),
      ...(missingEmulators.length > 0 ? [emulatorsResult(missingEmulators, env)] : []),
      ...(await runChecks(checks, options)),
    ]),
    secrets: config.secrets.filter((secret) => !isPublishedSecret(secret)),
  };
}

const independentChecks = (
  config: Config,
  responding: readonly Provider[],
  { now = Date.now, minFreeMb = MIN_FREE_MB }: DoctorOptions,
): readonly Check[] => [
  ...machineChecks(config, { now, minFreeMb, providers: responding }),
  redisCheck(config.redisUrl),
  ...(responding.includes('media') ? mediaChecks(config, openMuxAccount(config.media)) : []),
  ...(responding.includes('search') ? searchKeyChecks(config.search, openAlgoliaAccount(config.search)) : []),
];

function modelChecks(config: Config, responding: readonly Provider[], model: Model): readonly Check[] {
  if (!responding.includes('content')) return [];
  const account = openSanityAccount(config.content);
  return [
    ...contentChecks(config.content, account, model),
    contentWebhookCheck(config, account, model),
    ...(responding.includes('search')
      ? searchIndexChecks(config, openAlgoliaAccount(config.search), model)
      : []),
  ];
}

/** Returns the result of a check that takes no time. */
const resultOf = (id: string, title: string, outcome: CheckOutcome): CheckResult => ({
  id,
  title,
  durationMs: 0,
  ...outcome,
});

function emulatorsResult(missing: readonly Provider[], env: Environment): CheckResult {
  const addresses = missing.map((provider) => `${provider} (${emulatorUrl(provider, env)})`);
  const problem = failure('EMULATORS_NOT_RUNNING', {
    expected: `the emulators of the providers without credentials: ${addresses.join(', ')}`,
    actual: 'no running emulator',
    fix: 'run trivium start or trivium emulators in another terminal, or set the credentials of the accounts (.env.example)',
  });
  return resultOf('emulators', 'Emulators', problem);
}

async function readModelResult({
  schemaDir,
  providers,
  locales,
}: Config): Promise<{ readonly result: CheckResult; readonly value?: Model }> {
  const check = { id: 'model', title: 'Model' };
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  try {
    const { model } = await readTypeDefs(schemaDir, providers, locales);
    const detail = `${schemaDir}: ${pluralize('type', model.documents.length, true)} of documents`;
    return { result: { ...check, status: 'ok', detail, durationMs: durationMs() }, value: model };
  } catch (error) {
    const problem = failure('MODEL_INVALID', {
      expected: `a valid model in ${schemaDir}`,
      actual: (error as Error).message,
      fix: 'correct the model (docs/models.md), or set SCHEMA_DIR',
    });
    return { result: { ...check, ...problem, durationMs: durationMs() } };
  }
}

const publicContentResult = (model: Model, { access }: Config): CheckResult =>
  resultOf('public-content', 'Public content', ok(publicContent(model, access)));

function sitesResult({ sites }: Config): CheckResult {
  const absent = absentSites(sites);
  const served = servedSites(sites).join(', ') || 'none';
  const unserved = absent.length > 0 ? `; not served: ${absent.join(', ')} (SITES)` : '';
  return resultOf('sites', 'Sites', ok(`${served}${unserved}`));
}

const unknownSetting = (variable: UnknownVariable): CheckResult =>
  resultOf(
    'configuration',
    'Settings',
    warning('SETTING_UNKNOWN', {
      expected: 'settings that something reads',
      actual: describeUnknownVariable(variable),
      fix: 'correct or remove it; .env.example has all variables',
    }),
  );

const configurationFailure = (message: string): CheckResult =>
  resultOf(
    'configuration',
    'Settings',
    failure('CONFIGURATION_INVALID', {
      expected: 'valid settings',
      actual: message,
      fix: 'see .env.example for all variables',
    }),
  );
