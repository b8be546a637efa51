import { readFileSync } from 'node:fs';
import {
  type Environment,
  fileVariable,
  isProduction,
  OTHER_VARIABLES,
  readVariable,
} from './environment.ts';
import type { Format } from './formats.ts';
import { isPublishedSecret } from './publishedSecrets.ts';
import { describeUnknownVariable, findUnknownVariables, type UnknownVariable } from './unknownVariables.ts';

/** The sources of the values of variables, by the prefix of their names. */
const SOURCE_HINT: Readonly<Record<string, string>> = {
  SANITY_: 'manage.sanity.io → API',
  MUX_: 'dashboard.mux.com → Settings',
  ALGOLIA_: 'dashboard.algolia.com → API keys',
};

/** Thrown for an invalid environment. The message lists all errors and contains no secrets. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** One message per variable. */
  readonly errors: readonly string[];
  /** @param unknown variables that nothing reads: one of them can be a misspelling of a missing one */
  constructor(errors: readonly string[], unknown: readonly UnknownVariable[] = []) {
    super(
      [
        `the environment has ${errors.length === 1 ? 'an error' : `${errors.length} errors`}:`,
        ...indented(errors),
        ...(unknown.length > 0 ? ['Warnings:', ...indented(unknown.map(describeUnknownVariable))] : []),
        'See .env.example for all variables.',
      ].join('\n'),
    );
    this.errors = errors;
  }
}

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`);

/** Reads variables one by one and collects their errors, so that all are reported together. */
export interface ConfigParser {
  /**
   * Returns the value of a variable; undefined if it is unset, empty or malformed. A malformed variable is an error. A secret can be
   * in the file that `<NAME>_FILE` names.
   */
  optional<T>(name: string, format: Format<T>): T | undefined;
  /** Returns the value of a variable; an error if it is missing or malformed. */
  required<T>(name: string, format: Format<T>): T;
  /** Returns whether the variable has a text, or for a secret a file. */
  isSet<T>(name: string, format: Format<T>): boolean;
  /** Reads an account that is not used: it has defaults, and no value of the environment. */
  readonly ignored: AccountConfigParser;
  /** The secrets in the variables that were read so far. */
  readonly secrets: readonly string[];
  /** Returns the variables that nothing reads. Call it after all other variables have been read. */
  findUnknown(): readonly UnknownVariable[];
  /** Throws all errors at once. @throws ConfigError if there were any */
  throwIfInvalid(): void;
}

/** The part of a parser with which an account is read. */
export type AccountConfigParser = Pick<ConfigParser, 'optional' | 'required' | 'isSet'>;

/** Creates a parser of an environment. @param declared names of the variables of `.env` */
export function createConfigParser(env: Environment, declared: readonly string[]): ConfigParser {
  const errors: string[] = [];
  const secrets: string[] = [];
  const known = new Set<string>(OTHER_VARIABLES);
  const read = (name: string) => {
    known.add(name);
    return readVariable(env, name);
  };
  const fileOf = (name: string, format: Format<unknown>) =>
    format.secretsOf ? read(fileVariable(name)) : undefined;
  const isSet = (name: string, format: Format<unknown>) => (read(name) ?? fileOf(name, format)) !== undefined;
  const findUnknown = () => findUnknownVariables(env, declared, known);
  /** Returns the text of a variable; an error for a file that cannot be read, or if there are both. */
  const readText = (name: string, format: Format<unknown>): string | undefined => {
    const value = read(name);
    const path = fileOf(name, format);
    if (path === undefined) return value;
    if (value !== undefined) {
      errors.push(`${name}: expected ${name} or ${fileVariable(name)}, got both; remove one`);
      return undefined;
    }
    try {
      const text = readFileSync(path, 'utf8').trim();
      if (text === '')
        errors.push(`${fileVariable(name)}: expected a file with the secret, got an empty file`);
      return text || undefined;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      errors.push(
        `${fileVariable(name)}: expected the path of a readable file, got ${JSON.stringify(path)} (${code})`,
      );
      return undefined;
    }
  };
  const optional = <T>(name: string, format: Format<T>): T | undefined => {
    const text = readText(name, format);
    if (text === undefined) return undefined;
    secrets.push(...(format.secretsOf?.(text) ?? []));
    if (format.isSecret && isProduction(env) && isPublishedSecret(text)) {
      errors.push(
        `${name}: expected a secret of your own, got the published one of .env.example${sourceHintOf(name)}`,
      );
      return undefined;
    }
    const value = format.parse(text);
    if (value !== undefined) return value;
    const got = format.isSecret ? '' : `, got ${JSON.stringify(text.slice(0, 80))}`;
    errors.push(`${name}: expected ${format.expected}${got}${sourceHintOf(name)}`);
    return undefined;
  };
  /** Its variables are known, so that they are not reported as unknown. */
  const ignore = (name: string): undefined => {
    known.add(name).add(fileVariable(name));
  };
  return {
    ignored: {
      optional: ignore,
      required: <T>(name: string) => (ignore(name) ?? 'absent') as T,
      isSet: (name) => ignore(name) ?? false,
    },
    optional,
    required<T>(name: string, format: Format<T>) {
      if (!isSet(name, format))
        errors.push(`${name} is missing: expected ${format.expected}${sourceHintOf(name)}`);
      // `throwIfInvalid` reports the error: the value is not used.
      return optional(name, format) as T;
    },
    isSet,
    secrets,
    findUnknown,
    throwIfInvalid() {
      const unknown = findUnknown();
      const all = [...errors, ...unknown.filter(({ isError }) => isError).map(describeUnknownVariable)];
      if (all.length > 0)
        throw new ConfigError(
          all,
          unknown.filter(({ isError }) => !isError),
        );
    },
  };
}

/** Returns an object with the property, or an empty object if the value is undefined. */
export const ifDefined = <K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } =>
  (value === undefined ? {} : { [key]: value }) as { [P in K]?: V };

const sourceHintOf = (name: string): string => {
  const prefix = Object.keys(SOURCE_HINT).find((start) => name.startsWith(start));
  return prefix ? ` (${SOURCE_HINT[prefix]})` : '';
};
