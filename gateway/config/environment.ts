import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Provider } from '../core/errors.ts';

/** The variables a process runs with, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable without the spaces around it; undefined where it is unset or empty. */
export const readValue = (env: Environment, name: string): string | undefined =>
  env[name]?.trim() || undefined;

/** Whether the environment is that of a deployment: nothing stands in for anything there. */
export const isProduction = (env: Environment): boolean => env.NODE_ENV === 'production';

/**
 * What makes a provider an account of one's own. A provider with none of these has an emulator; one with only some is at
 * fault. Variables that have a default, and so may be set for an emulator as well, are not among them.
 */
const ACCOUNT: Readonly<Record<Provider, readonly string[]>> = {
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
    'MUX_BASE_URL',
    'MUX_STREAM_URL',
    'MUX_IMAGE_URL',
  ],
  search: ['ALGOLIA_APP_ID', 'ALGOLIA_SEARCH_KEY', 'ALGOLIA_WRITE_KEY', 'ALGOLIA_HOST'],
};
const HAS_DEFAULT: Readonly<Record<Provider, readonly string[]>> = {
  content: ['SANITY_API_VERSION'],
  media: [],
  search: ['ALGOLIA_INDEX_PREFIX', 'ALGOLIA_LANGUAGES'],
};
const HOSTS: Readonly<Record<Provider, readonly string[]>> = {
  content: ['SANITY_API_HOST'],
  media: ['MUX_BASE_URL', 'MUX_STREAM_URL', 'MUX_IMAGE_URL'],
  search: ['ALGOLIA_HOST'],
};
const PROVIDERS: readonly Provider[] = ['content', 'media', 'search'];

/**
 * The providers without an account in the environment, for which emulators stand in; none in a production run. The emulators'
 * own values, as `example` (the variables of `.env.example`) has them, are nobody's account.
 * A provider that is configured in part is not among them: `readConfig` names what it lacks.
 */
export function emulatorsNeeded(env: Environment, example: Environment = {}): Provider[] {
  if (isProduction(env)) return [];
  return PROVIDERS.filter((provider) =>
    ACCOUNT[provider].every((name) => {
      const value = readValue(env, name);
      return value === undefined || value === readValue(example, name);
    }),
  );
}

/**
 * The environment with what the emulators need, from the text of `.env.example`: for each provider without an account its
 * variables, the emulators' ports and seed, and the addresses that follow from the ports. What is set is kept, and a
 * production run is left as it is.
 */
export function withEmulatorDefaults<E extends Environment>(env: E, example: string): E {
  const defaults = parseEnv(example);
  const needed = emulatorsNeeded(env, defaults);
  const filled: Record<string, string | undefined> = { ...env };
  const fill = (name: string, value = readValue(defaults, name)) => {
    filled[name] = readValue(env, name) ?? value;
  };
  if (needed.length > 0) fill('SEED_DIR');
  for (const provider of needed) {
    const portName = `EMULATOR_${provider.toUpperCase()}_PORT`;
    fill(portName);
    // The port decides where an emulator is, also when the example's own addresses have been copied.
    for (const name of HOSTS[provider]) filled[name] = `http://127.0.0.1:${filled[portName]}`;
    const gateway = readValue(env, 'PORT') ?? readValue(defaults, 'PORT');
    if (provider !== 'search')
      fill(
        `EMULATOR_${provider.toUpperCase()}_WEBHOOK_URL`,
        `http://127.0.0.1:${gateway}/webhooks/${provider}`,
      );
    for (const name of [...ACCOUNT[provider], ...HAS_DEFAULT[provider]]) if (!filled[name]) fill(name);
  }
  return filled as E;
}

/** The environment of a process, and the providers for which emulators stand in. */
export interface Loaded {
  readonly env: Environment;
  readonly emulators: readonly Provider[];
}

/**
 * The environment Trivium runs in: the process's own, then `.env`, then, for providers without an account, the emulators'.
 * @param folder where `.env` and `.env.example` stand.
 * @param emulators `all` takes the emulators for every provider, whatever accounts there are.
 */
export function loadEnvironment({
  folder = process.cwd(),
  emulators = 'needed',
}: {
  folder?: string;
  emulators?: 'needed' | 'all';
} = {}): Loaded {
  const read = (name: string) =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '';
  const given: Environment = { ...parseEnv(read('.env')), ...process.env };
  const isProviders = (name: string) => /^(SANITY|MUX|ALGOLIA)_/.test(name);
  const env =
    emulators === 'all'
      ? Object.fromEntries(Object.entries(given).filter(([name]) => !isProviders(name)))
      : given;
  const example = read('.env.example');
  return { env: withEmulatorDefaults(env, example), emulators: emulatorsNeeded(env, parseEnv(example)) };
}
