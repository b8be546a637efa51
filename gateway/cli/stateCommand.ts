import { GraphQLError } from 'graphql';
import { openStorage } from '../app/storage.ts';
import type { Config } from '../config/config.ts';
import { loadEnvironment } from '../config/environment.ts';
import { readConfig } from '../config/readConfig.ts';
import { InvalidKeyInput } from '../services/auth/createKeyInput.ts';
import type { Storage } from '../services/storage/storage.ts';
import { UsageError } from './usageError.ts';

/** The result of a command as JSON and as text. */
export interface CommandOutput {
  readonly json: unknown;
  readonly lines: readonly string[];
}

export interface OutputOptions {
  readonly json?: boolean | undefined;
}

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Parses a duration such as `90d`, `24h` or `0` to milliseconds. @throws UsageError */
export function parseDuration(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(value) ?? [];
  if (value === '0') return 0;
  if (count === undefined || unit === undefined)
    throw new UsageError(
      `--${name}: expected a duration such as 90d, 24h, 30m or 2w, got ${JSON.stringify(value)}`,
    );
  return Number(count) * (UNIT_MS[unit] as number);
}

/** Runs an action over the state of the gateway and prints its output. @throws UsageError for invalid input */
export async function runWithState(
  { json }: OutputOptions,
  action: (storage: Storage, config: Config) => Promise<CommandOutput>,
): Promise<void> {
  const config = readConfig(loadEnvironment().env);
  await using storage = openStorage(config, () => undefined);
  try {
    const output = await action(storage, config);
    console.log(json ? JSON.stringify(output.json, null, 2) : output.lines.join('\n'));
  } catch (error) {
    // The command line has the input.
    throw isInputError(error) ? new UsageError(error.message) : error;
  }
}

const isInputError = (error: unknown): error is Error =>
  error instanceof InvalidKeyInput ||
  (error instanceof GraphQLError && error.extensions.code === 'BAD_USER_INPUT');
