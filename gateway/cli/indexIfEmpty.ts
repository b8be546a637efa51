import { type Environment, runToEnd } from './processes.ts';

/**
 * Builds the search indexes where there is nothing to find yet. What goes wrong is said and not thrown: the graph
 * without search is still of use.
 */
export async function indexIfEmpty(env: Environment): Promise<void> {
  try {
    await runToEnd('the index', ['gateway/cli/reindex.ts', '--if-empty'], { env, output: 'shown' });
  } catch (error) {
    console.error(`${(error as Error).message}; search finds nothing until npm run index succeeds`);
  }
}
