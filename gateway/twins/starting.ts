import type { Twin } from './server.ts';

/**
 * The variables that a twin cannot do without, none of them empty.
 * @param twin its name
 * @throws Error that names those that are missing
 */
export function readNeeded<N extends string>(
  twin: string,
  env: Readonly<Record<string, string | undefined>>,
  names: readonly N[],
): Record<N, string> {
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0)
    throw new Error(`The ${twin} twin needs ${missing.join(', ')}: take the values of .env.example.`);
  return env as Record<N, string>;
}

/** Addresses to tell of changes, as a variable joins them by commas. */
export const readAddresses = (joined = ''): string[] =>
  joined
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '');

/** Says where a twin is, and closes it when its process is to end. */
export function announce(name: string, twin: Twin): void {
  console.log(`${name} twin: ${twin.url}`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void twin.close());
}
