/**
 * `npm run plan -- operation.graphql` runs an operation once with empty caches, and prints the provider requests that it
 * causes in their order, its cost, scopes, cache lifetime and tags. Fragments are also searched in `web`.
 *   --variables '{"slug": "lorenz"}'
 *   --operation Film   of a file with several operations
 *   --json
 */
import { parseArgs } from 'node:util';
import { ConfigError } from '../config/configReader.ts';
import { loadEnvironment } from '../config/environment.ts';
import { startEmulators } from './emulators.ts';
import { indexIfEmpty } from './indexIfEmpty.ts';
import { countRequests, type OperationPlan, planOperation } from './planOperation.ts';
import { stopAllOnSignal, stopAllProcesses } from './processes.ts';
import { readDocument } from './readDocument.ts';

const FRAGMENT_FOLDER = 'web';

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      variables: { type: 'string', default: '{}' },
      operation: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const [file] = positionals;
  if (!file || positionals.length > 1)
    throw new Error(`expected one file, e.g. npm run plan -- operation.graphql, got ${positionals.length}`);
  const operation = {
    query: readDocument(file, FRAGMENT_FOLDER),
    operationName: values.operation,
    variables: readVariables(values.variables),
  };
  const { env, emulators } = loadEnvironment();
  await startEmulators(emulators, env);
  if (emulators.includes('search')) await indexIfEmpty(env, 'buffer');
  const plan = await planOperation(env, operation);
  console.log(values.json ? JSON.stringify(plan, null, 2) : formatPlan(plan));
  if (plan.errors.length > 0) process.exitCode = 1;
}

function readVariables(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new Error(`expected --variables to be JSON such as {"slug": "lorenz"}, got ${text}`);
  }
}

function formatPlan(plan: OperationPlan): string {
  const counts = Object.entries(countRequests(plan.requests)).map(
    ([provider, count]) => `${provider} ${count}`,
  );
  const lines = plan.requests.flatMap(({ provider, description, parameters, ...times }, i) => [
    '',
    `${i + 1}. ${provider}, from ${Math.round(times.startedAtMs)} ms for ${Math.round(times.durationMs)} ms, status ${times.status}`,
    `   ${description}`,
    ...Object.entries(parameters ?? {}).map(([name, value]) => `   $${name} = ${JSON.stringify(value)}`),
  ]);
  return [
    ...plan.errors.map(({ message }) => `error     ${message}`),
    `requests  ${counts.join(', ')}`,
    `cost      ${plan.estimatedCost} points estimated, ${plan.actualCost} actual`,
    `scopes    ${plan.scopes.join('; ') || 'none'}`,
    `cache     ${plan.cacheControl}`,
    `tags      ${plan.tags.join(' ') || 'none'}`,
    ...lines,
  ].join('\n');
}

stopAllOnSignal();
main()
  .catch((error: Error) => {
    console.error(error instanceof ConfigError ? error.message : `plan: ${error.message}`);
    process.exitCode = 1;
  })
  .finally(stopAllProcesses);
