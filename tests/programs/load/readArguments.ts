import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Reads the arguments of a program as `parseArgs` does. Prints what is expected and exits with 2 if an argument is not. */
export function readArguments<const T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const names = Object.keys(config.options ?? {}).map((name) => `--${name}`);
    return rejectArguments(`expected ${names.join(', ')}. ${(error as Error).message}`);
  }
}

/** Prints a message about the arguments of a program, and exits with 2. */
export function rejectArguments(message: string): never {
  console.error(message);
  process.exit(2);
}

/** Returns a number above 0. Prints what is expected and exits with 2 if an argument is no such number. */
export function readPositive(option: string, text: string): number {
  const value = Number(text);
  return value > 0 ? value : rejectArguments(`expected ${option} to be a number above 0, got ${text}`);
}
