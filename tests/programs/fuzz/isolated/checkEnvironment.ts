import { readFileSync } from 'node:fs';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { parseEnv } from 'node:util';
import { ConfigError } from '../../../../gateway/config/configParser.ts';
import { type Environment, withEmulatorDefaults } from '../../../../gateway/config/environment.ts';
import { readConfig } from '../../../../gateway/config/readConfig.ts';
import { withOwnSecrets } from '../../../../gateway/config/testing/ownSecrets.ts';
import { parseTrustProxy } from '../../../../gateway/core/clientAddress.ts';

const EXAMPLE = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8');
/** Valid values, also in production, and with variables that have no value in the example. */
const VALID: Readonly<Record<string, string>> = {
  ...withOwnSecrets(parseEnv(EXAMPLE) as Record<string, string>),
  OIDC_ISSUER: 'https://example.org',
  OIDC_AUDIENCE: 'x',
  // Other settings depend on it.
  REDIS_URL: 'redis://127.0.0.1:6379',
};
/** The secret in hostile values. */
const SECRET = 'hunter22';
/** Variables with secrets, and URLs, which can contain a password. */
const SECRET_NAME = /SECRET|TOKEN|^(MUX|ALGOLIA)_.*KEY|OTLP_HEADERS|_URL$|_HOST$|ISSUER|ENDPOINT/;
const NAME = /^[A-Z_]+/;
const MIN_SECRET_CHARACTERS = 8;

/** Parses the text of an `.env` file. Returns the failures. */
export function checkEnvironment(text: string): string[] {
  const env = withEmulatorDefaults(parseEnv(text), EXAMPLE);
  const errors = errorsOf(env);
  if (errors === undefined) return configFailures(env);
  const failures = errors
    .filter((error) => !/^[A-Z_]+( is missing)?: expected /.test(error))
    .map((error) => `expected NAME: expected …, got ${error.slice(0, 200)}`);
  failures.push(...secretFailures(env, errors));
  // Without the reported faults the rest must be valid, or a fault was not reported.
  const corrected: Record<string, string | undefined> = { ...env };
  for (const error of errors) {
    const [name = ''] = NAME.exec(error) ?? [];
    corrected[name] = VALID[name] ?? '';
  }
  const missed = errorsOf(corrected);
  if (missed) failures.push(`expected all faults at once, got later ${missed.join('; ').slice(0, 300)}`);
  return failures;
}

/** Returns the errors of an environment; undefined if it is valid. @throws any other exception */
function errorsOf(env: Environment): readonly string[] | undefined {
  try {
    readConfig(env);
    return undefined;
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
}

/** Checks that the gateway can use a configuration. */
function configFailures(env: Environment): string[] {
  const config = readConfig(env);
  parseTrustProxy(config.trustProxy);
  const urls = [config.publicUrl, config.media.streamUrl, config.media.imageUrl, config.content.apiHost];
  for (const [name, value] of Object.entries(config.tracing?.headers ?? {})) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
  return urls
    .filter((url) => url !== undefined && !URL.canParse(url))
    .map((url) => `expected URLs, got ${url}`);
}

/** @param errors each begins with the name of its variable */
function secretFailures(env: Environment, errors: readonly string[]): string[] {
  return errors
    .filter((error) => {
      const [name = ''] = NAME.exec(error) ?? [];
      const value = env[name]?.trim() ?? '';
      const isWhole = value.length >= MIN_SECRET_CHARACTERS && error.includes(value);
      return (
        SECRET_NAME.test(name) && ((isWhole && !isInEveryMessage(value, env, name)) || error.includes(SECRET))
      );
    })
    .map((error) => `expected no secret in the message, got ${error.slice(0, 300)}`);
}

/** Returns whether the message for another malformed value also has a text, such as the `example.org` of an example. */
const isInEveryMessage = (text: string, env: Environment, name: string): boolean =>
  errorsOf({ ...env, [name]: '\u0001' })?.some((error) => error.startsWith(name) && error.includes(text)) ??
  false;
