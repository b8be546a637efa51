import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { PROVIDERS, type Provider } from '../core/errors.ts';
import { packageFile } from '../core/packageFiles.ts';
import { readEnvFile } from './envFile.ts';
import { emulatorPort, providerNames } from './formats.ts';
import { readUtf8 } from './readUtf8.ts';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns a variable, trimmed; undefined if it is unset or empty. */
export const readVariable = (env: Environment, name: string): string | undefined =>
  env[name]?.trim() || undefined;

/** Returns the variable that names the file of a secret. */
export const fileVariable = (name: string): string => `${name}_FILE`;

/** Returns the providers that `PROVIDERS` names; by default all. */
export const usedProviders = (env: Environment): readonly Provider[] =>
  providerNames.parse(readVariable(env, 'PROVIDERS') ?? '') ?? PROVIDERS;

/** Returns the folder of the model: `SCHEMA_DIR`, else `schema/model` if it exists, else `schema`. */
export const schemaFolder = (env: Environment): string =>
  readVariable(env, 'SCHEMA_DIR') ?? (existsSync('schema/model') ? 'schema/model' : 'schema');

/** Returns true for a deployment, where no emulator is used. */
export const isProduction = (env: Environment): boolean => env.NODE_ENV === 'production';

/**
 * Variables of a provider account. A provider with none of them uses its emulator; one with only some of them is a
 * configuration error. Variables with a default are not listed, because they may be set for an emulator as well.
 */
const ACCOUNT_VARIABLES: Readonly<Record<Provider, readonly string[]>> = {
  content: [
    'SANITY_PROJECT_ID',
    'SANITY_DATASET',
    'SANITY_READ_TOKEN',
    'SANITY_WRITE_TOKEN',
    'SANITY_WEBHOOK_SECRET',
    'SANITY_API_HOST',
  ],
  media: [
    'MUX_TOKEN_ID',
    'MUX_TOKEN_SECRET',
    'MUX_WEBHOOK_SECRET',
    'MUX_SIGNING_KEY',
    'MUX_PRIVATE_KEY',
    'MUX_HOST',
  ],
  search: ['ALGOLIA_APP_ID', 'ALGOLIA_SEARCH_KEY', 'ALGOLIA_WRITE_KEY', 'ALGOLIA_HOST'],
};
const HOST_VARIABLES: Readonly<Record<Provider, string>> = {
  content: 'SANITY_API_HOST',
  media: 'MUX_HOST',
  search: 'ALGOLIA_HOST',
};
/** What an emulator needs that an account can lack. */
const REQUIRED_BY_EMULATORS: Readonly<Record<Provider, readonly string[]>> = {
  content: ['SANITY_WRITE_TOKEN'],
  media: [],
  search: ['ALGOLIA_WRITE_KEY'],
};
/** The account variables that can be in files. */
const SECRET_NAME = /TOKEN|SECRET|KEY/;

/** Variables without a part in `Config`: the port of the emulators, and the mode of Node. */
export const OTHER_VARIABLES: readonly string[] = ['EMULATOR_PORT', 'NODE_ENV'];

/** Returns the port of a provider's emulator: `EMULATOR_PORT` for content, and the next ports for media and search. */
export const emulatorPortOf = (provider: Provider, { EMULATOR_PORT }: Environment): number =>
  Number(EMULATOR_PORT) + PROVIDERS.indexOf(provider);

/**
 * Returns the providers that need an emulator: the providers without an account in the environment, and none in production.
 * A provider with a partial account is not returned; `readConfig` reports its missing variables.
 * @param example the variables of `.env.example`: an account with these values counts as none
 */
export const emulatorsNeeded = (env: Environment, example: Environment = {}): Provider[] =>
  isProduction(env) ? [] : usedProviders(env).filter((provider) => !hasAccount(env, provider, example));

/** Returns whether a variable of a provider's account is set to another value than in `.env.example`. */
const hasAccount = (env: Environment, provider: Provider, example: Environment): boolean =>
  ACCOUNT_VARIABLES[provider].some((name) => {
    const file = SECRET_NAME.test(name) ? readVariable(env, fileVariable(name)) : undefined;
    const value = readVariable(env, name) ?? file;
    return value !== undefined && value !== readVariable(example, name);
  });

/**
 * Adds the variables that the emulators need: for each provider without an account its variables and the URL of its emulator, and
 * the port and the seed of the emulators. Existing values take precedence. In production nothing is added.
 * @param example the text of `.env.example`
 * @param needed the providers with emulators. One with an account keeps it, without the variables that its emulator does not need.
 */
export function withEmulatorDefaults<E extends Environment>(
  env: E,
  example: string,
  needed: readonly Provider[] = emulatorsNeeded(env, parseEnv(example)),
): E {
  const defaults = parseEnv(example);
  const filled: Record<string, string | undefined> = { ...env };
  const fill = (name: string) => {
    filled[name] = readVariable(env, name) ?? readVariable(defaults, name);
  };
  if (needed.length > 0) {
    fill('SEED_DIR');
    // The languages of the sample.
    if (filled.SEED_DIR === readVariable(defaults, 'SEED_DIR')) fill('LOCALES');
    fill('EMULATOR_PORT');
    fill('PORT');
  }
  for (const provider of needed) {
    // The port determines the URL, even if the URL of the example was copied. An invalid port is an error of its own.
    if (emulatorPort.parse(filled.EMULATOR_PORT ?? '') !== undefined)
      filled[HOST_VARIABLES[provider]] = `http://127.0.0.1:${emulatorPortOf(provider, filled)}`;
    const names = hasAccount(env, provider, defaults) ? REQUIRED_BY_EMULATORS : ACCOUNT_VARIABLES;
    for (const name of names[provider]) if (!filled[name]) fill(name);
  }
  return filled as E;
}

export interface LoadedEnvironment {
  readonly env: Environment;
  /** Names of the variables of `.env`. */
  readonly declared: readonly string[];
  /** Providers that use an emulator. */
  readonly emulators: readonly Provider[];
}

/**
 * Loads the environment: the variables of the process, then the variables of `.env`, then for providers without an account the
 * variables of their emulators.
 * @param folder contains `.env`
 * @throws NotUtf8Error if a file is not UTF-8; Error with the lines of `.env` that Node ignores, cuts or overwrites
 */
export function loadEnvironment({ folder = process.cwd() }: { folder?: string } = {}): LoadedEnvironment {
  const { configured, declared } = readConfigured(folder);
  const example = readIfExists(packageFile('.env.example'));
  const defaults = parseEnv(example);
  return {
    env: withSeed(withEmulatorDefaults(configured, example), defaults),
    declared,
    emulators: emulatorsNeeded(configured, defaults),
  };
}

/** The environment of emulators that run without a gateway. */
export interface EmulatorEnvironment extends Pick<LoadedEnvironment, 'env' | 'emulators'> {
  /** What a gateway needs beside its own environment to use the emulators. */
  readonly added: Environment;
}

/**
 * Loads the environment of an emulator for every provider, also in production. The emulators have the accounts of the environment.
 * @param folder contains `.env`
 * @throws NotUtf8Error if a file is not UTF-8; Error if a file of a secret cannot be read
 */
export function loadEmulatorEnvironment(folder: string = process.cwd()): EmulatorEnvironment {
  const configured = withSecretsOfFiles(readConfigured(folder).configured);
  const example = readIfExists(packageFile('.env.example'));
  const defaults = parseEnv(example);
  const emulators = usedProviders(configured);
  const env = withSeed(withEmulatorDefaults(configured, example, emulators), defaults);
  const names = emulators.flatMap((provider) =>
    hasAccount(configured, provider, defaults) ? [HOST_VARIABLES[provider]] : ACCOUNT_VARIABLES[provider],
  );
  return { env, emulators, added: Object.fromEntries(names.map((name) => [name, env[name]])) };
}

function readConfigured(folder: string): { configured: Environment; declared: readonly string[] } {
  const file = readEnvFile(join(folder, '.env'));
  return { configured: { ...file, ...process.env }, declared: Object.keys(file) };
}

/** Replaces the variables that name files of secrets of accounts by the secrets. */
function withSecretsOfFiles(env: Environment): Environment {
  const filled = { ...env };
  for (const name of [...Object.values(ACCOUNT_VARIABLES).flat(), 'SANITY_MANAGEMENT_TOKEN']) {
    const path = SECRET_NAME.test(name) ? readVariable(env, fileVariable(name)) : undefined;
    if (path !== undefined) filled[name] = readUtf8(path).trim();
    delete filled[fileVariable(name)];
  }
  return filled;
}

const readIfExists = (file: string): string => (existsSync(file) ? readUtf8(file) : '');

/** The seed of emulators that start without data. */
export const EMPTY_SEED = packageFile('gateway/emulators/emptySeed');

/** Replaces the seed of the sample where there is none: outside of the repository, emulators without `SEED_DIR` are empty. */
function withSeed(env: Environment, example: Environment): Environment {
  const isSample = env.SEED_DIR !== undefined && env.SEED_DIR === example.SEED_DIR;
  return isSample && !existsSync(env.SEED_DIR as string) ? { ...env, SEED_DIR: EMPTY_SEED } : env;
}
