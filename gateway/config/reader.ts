import { type Environment, readValue } from './environment.ts';
import { address, type Format } from './formats.ts';

/** Where the value of a variable is found, by the beginning of its name. */
const SOURCE_HINT: Readonly<Record<string, string>> = {
  SANITY_: 'manage.sanity.io → API',
  MUX_: 'dashboard.mux.com → Settings',
  ALGOLIA_: 'dashboard.algolia.com → API keys',
};

/** The environment cannot be used; the message lists every fault, and never the value of a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** One sentence for each variable at fault. */
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(
      `the environment has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n` +
        `${faults.map((fault) => `  ${fault}`).join('\n')}\n` +
        'Every variable is explained in .env.example.',
    );
    this.faults = faults;
  }
}

/** Reads variables one by one. What is wrong with them it remembers, so that all of it is told at once. */
export interface ConfigReader {
  /** The variable where it is there and of its format. An empty one is an absent one. */
  optional(name: string, format: Format): string | undefined;
  /** The variable, or an empty text and a fault. */
  required(name: string, format: Format): string;
  /** An address without trailing slash. */
  url(name: string): string | undefined;
  isThere(name: string): boolean;
  /** All that the variables read so far hold of what must never be told. */
  readonly secrets: readonly string[];
  /** @throws ConfigError when there was a fault */
  finish(): void;
}

/** Reads variables of an environment. */
export function createConfigReader(env: Environment): ConfigReader {
  const faults: string[] = [];
  const secrets: string[] = [];
  const isThere = (name: string) => readValue(env, name) !== undefined;
  const optional = (name: string, format: Format): string | undefined => {
    const value = readValue(env, name);
    if (value !== undefined) secrets.push(...(format.secretsIn?.(value) ?? []));
    if (value === undefined || format.matches(value)) return value;
    const came = format.secret ? '' : `, got ${JSON.stringify(value.slice(0, 80))}`;
    faults.push(`${name}: expected ${format.expected}${came}${sourceHintOf(name)}`);
    return undefined;
  };
  return {
    optional,
    required(name, format) {
      if (!isThere(name)) faults.push(`${name} is missing: expected ${format.expected}${sourceHintOf(name)}`);
      return optional(name, format) ?? '';
    },
    url: (name) => optional(name, address)?.replace(/\/+$/, ''),
    isThere,
    secrets,
    finish() {
      if (faults.length > 0) throw new ConfigError(faults);
    },
  };
}

/** A member of an object that is absent rather than undefined. */
export const given = <K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } =>
  (value === undefined ? {} : { [key]: value }) as { [P in K]?: V };

const sourceHintOf = (name: string): string => {
  const prefix = Object.keys(SOURCE_HINT).find((start) => name.startsWith(start));
  return prefix ? ` (${SOURCE_HINT[prefix]})` : '';
};
