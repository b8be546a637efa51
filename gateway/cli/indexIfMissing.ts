import type { Environment } from '../config/environment.ts';
import { moduleFile } from '../core/packageFiles.ts';
import { type ProcessOptions, runProcess } from './processes.ts';

/** Builds the search indexes of the model if they are missing. An error is printed and not thrown: everything except search works without an index. */
export async function indexIfMissing(
  env: Environment,
  output: ProcessOptions['output'] = 'inherit',
): Promise<void> {
  try {
    await buildIndex(env, output, ['--if-missing']);
  } catch (error) {
    console.error(`${(error as Error).message}; search has no results until trivium index succeeds`);
  }
}

/** Builds the search index in a process of its own. @throws Error if it fails */
export const buildIndex = (
  env: Environment,
  output: ProcessOptions['output'],
  options: readonly string[] = [],
): Promise<void> =>
  runProcess('trivium index', [moduleFile('gateway/cli/trivium'), 'index', ...options], { env, output });
