import type { Environment } from '../config/environment.ts';
import { type ProcessOptions, runProcess } from './processes.ts';

/** Builds the search index if it is empty. An error is printed and not thrown: everything except search works without an index. */
export async function indexIfEmpty(
  env: Environment,
  output: ProcessOptions['output'] = 'inherit',
): Promise<void> {
  try {
    await runProcess('npm run index', ['gateway/cli/reindex.ts', '--if-empty'], { env, output });
  } catch (error) {
    console.error(`${(error as Error).message}; search has no results until npm run index succeeds`);
  }
}
