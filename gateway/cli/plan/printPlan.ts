import { getOperationAST, Kind, parse } from 'graphql';
import { loadEnvironment } from '../../config/environment.ts';
import { isObject } from '../../core/validators.ts';
import { startEmulators } from '../emulators.ts';
import { indexIfMissing } from '../indexIfMissing.ts';
import { withChildProcesses } from '../processes.ts';
import { UsageError } from '../usageError.ts';
import {
  countRequests,
  type OperationReport,
  type PlannedOperation,
  planOperation,
} from './planOperation.ts';
import { readOperationFile } from './readOperationFile.ts';

interface PlanOptions {
  readonly file: string;
  /** JSON. */
  readonly variables: string;
  readonly operation?: string | undefined;
  readonly json?: boolean | undefined;
}

/**
 * Prints the plan of an operation. Sets the exit code 1 if the operation has errors.
 * @throws UsageError if the variables are no JSON, or a required variable is missing
 */
export const printPlan = (options: PlanOptions): Promise<void> =>
  withChildProcesses(() => planAndPrint(options));

async function planAndPrint({ file, variables, operation: operationName, json }: PlanOptions): Promise<void> {
  const operation = {
    query: readOperationFile(file, process.cwd()),
    operationName,
    variables: readVariables(variables),
  };
  requireVariables(operation);
  const { env, emulators } = loadEnvironment();
  await startEmulators(emulators, env);
  if (emulators.includes('search')) await indexIfMissing(env, 'buffer');
  const plan = await planOperation(env, operation);
  console.log(json ? JSON.stringify(plan, null, 2) : formatPlan(plan));
  if (plan.errors.length > 0) process.exitCode = 1;
}

function readVariables(text: string): Readonly<Record<string, unknown>> {
  const variables = parseJson(text);
  if (isObject(variables)) return variables;
  throw new UsageError(`expected --variables to be JSON such as {"slug": "lorenz"}, got ${text}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function requireVariables(operation: PlannedOperation): void {
  const missing = missingVariables(operation);
  if (missing.length === 0) return;
  const example = `{${missing.map((name) => `"${name}": …`).join(', ')}}`;
  throw new UsageError(
    `expected a value of ${missing.map((name) => `$${name}`).join(', ')}, got none; add --variables '${example}'`,
  );
}

/**
 * Returns the names of the variables that an operation requires and that have no value; none if the document has several
 * operations and no name is given, which the gateway rejects.
 */
function missingVariables({ query, operationName, variables }: PlannedOperation): readonly string[] {
  const { variableDefinitions = [] } = getOperationAST(parse(query), operationName) ?? {};
  return variableDefinitions
    .filter(({ type, defaultValue }) => type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined)
    .map(({ variable }) => variable.name.value)
    .filter((name) => variables[name] === undefined);
}

function formatPlan(plan: OperationReport): string {
  const counts = Object.entries(countRequests(plan.requests)).map(
    ([provider, count]) => `${provider} ${count}`,
  );
  const lines = plan.requests.flatMap(({ provider, description, parameters, isFailed, ...times }, i) => [
    '',
    `${i + 1}. ${provider}, from ${Math.round(times.startedAtMs)} ms for ${Math.round(times.durationMs)} ms${isFailed ? ', failed' : ''}`,
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
