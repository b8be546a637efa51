import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from '../configParser.ts';
import { readConfig } from '../readConfig.ts';

/** The text of `.env.example`. */
export const EXAMPLE = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
/** Its variables, which contain the credentials of the emulators. */
export const EXAMPLE_ENV = parseEnv(EXAMPLE) as Readonly<Record<string, string>>;

/** Returns the message about an invalid environment; empty if it is valid. */
export function errorsOf(env: Readonly<Record<string, string | undefined>>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}
