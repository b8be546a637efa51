import type { GraphQLResponse } from '@apollo/server';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { Rejected } from '../../core/rejected.ts';
import { limitOperation } from './cost/operationLimits.ts';
import type { ExecuteDocument } from './executeDocument.ts';
import type { FairExecution } from './execution/fairExecution.ts';
import type { GraphServices } from './graphServices.ts';
import { rejectDeepVariables } from './limits/variables.ts';
import { logRunErrors } from './logServerErrors.ts';
import { formatErrors, mergeHead, rejectedResponse } from './prepared/formatErrors.ts';
import type { DocumentCharges } from './rateLimit/documentCharges.ts';
import type { createDryRuns } from './rateLimit/dryRun.ts';
import type { OperationRateLimit } from './rateLimit/operationRateLimit.ts';
import { rejectWrites } from './readOnlyRequests.ts';
import type { ResponseCache } from './responseCache/responseCache.ts';
import { limitResponseSize } from './responseCache/responseSize.ts';
import type { OperationRun } from './run/operationRun.ts';
import { recordRun } from './telemetry.ts';
import type { UsageTracking } from './usage/usageTracking.ts';
import { type Coercion, visibleErrors } from './visibleErrors.ts';

/** The services that the steps of an operation use. */
export interface OperationSteps {
  readonly graph: GraphServices;
  readonly dryRuns: ReturnType<typeof createDryRuns>;
  readonly documentCharges: DocumentCharges;
  readonly responseCache: ResponseCache;
  readonly operationRateLimit: OperationRateLimit;
  readonly fairExecution: FairExecution;
  readonly usageTracking: UsageTracking;
  /** The maximum size of a response. */
  readonly maxResponseBytes: number;
  readonly executeDocument: ExecuteDocument;
}

/** Executes an operation of a valid document, with all steps around it, in order. */
export async function respond(run: OperationRun, steps: OperationSteps): Promise<GraphQLResponse> {
  using held = new DisposableStack();
  try {
    const answer =
      (await admit(run, steps)) ?? (await begin(run, steps, held)) ?? (await executeFields(run, steps));
    return await complete(run, answer, steps);
  } catch (error) {
    steps.responseCache.fail(run.contextValue, error);
    // A plain error, as Apollo Server throws: a GraphQL error would become the response.
    throw new Error('Internal server error', { cause: error });
  }
}

/** Returns the response to a document with errors. */
export const reject = async (
  run: OperationRun,
  errors: readonly GraphQLError[],
  steps: OperationSteps,
): Promise<GraphQLResponse> => complete(run, await responseOf({ errors }, run, steps), steps);

/** Adds the parts of a response to those of its run, and completes it. */
async function complete(
  run: OperationRun,
  { http, body }: GraphQLResponse,
  steps: OperationSteps,
): Promise<GraphQLResponse> {
  const { response } = run;
  mergeHead(response.http, http);
  response.body = body;
  await finish(run, steps);
  return { http: response.http, body };
}

/** Checks an operation. @returns the response if it is not allowed or exceeds a limit */
async function admit(run: OperationRun, steps: OperationSteps): Promise<GraphQLResponse | null> {
  const { operation, document, request, contextValue } = run;
  try {
    rejectDeepVariables(request.variables);
    rejectWrites(run);
    if (operation && document) {
      const requested = { operation, document, variables: request.variables ?? {} };
      limitOperation(requested, contextValue, steps.graph.operationLimits, steps.dryRuns.isDryRun);
    }
    return null;
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return rejection(run, [error], steps);
  }
}

/** Returns the response to an operation that is not executed. @param coercion the variables, if they are the cause */
function rejection(
  run: OperationRun,
  errors: readonly GraphQLError[],
  steps: OperationSteps,
  coercion?: Coercion,
): Promise<GraphQLResponse> {
  const { document, contextValue } = run;
  const requested = contextValue.request?.document;
  const hasStatus = errors.some(({ extensions }) => extensions.http !== undefined);
  const visible =
    !document || !requested || hasStatus
      ? errors
      : visibleErrors(steps.graph, contextValue.audience.scopes, { requested, document, errors, coercion });
  return responseOf({ errors: visible }, run, steps);
}

/** Charges for an operation, and waits for its turn. @param held receives what ends with the response @returns the response if it is not executed */
async function begin(
  run: OperationRun,
  steps: OperationSteps,
  held: DisposableStack,
): Promise<GraphQLResponse | null> {
  const { documentCharges, usageTracking, responseCache, operationRateLimit, fairExecution } = steps;
  const { contextValue } = run;
  await contextValue.request?.document.persist?.();
  documentCharges.settle(contextValue);
  usageTracking.record(run);
  responseCache.lookUp(run);
  try {
    return (await operationRateLimit.charge(run)) ?? (await fairExecution.start(run, held));
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    return rejectedResponse([error]);
  }
}

/** Executes the fields of an operation, and records how long it took. */
async function executeFields(run: OperationRun, steps: OperationSteps): Promise<GraphQLResponse> {
  const { operation, document, queryHash, request, contextValue } = run as Required<OperationRun>;
  const { operationName, variables = {} } = request;
  const startedAt = performance.now();
  const requested = { document, hash: queryHash, operationName, variables };
  const result = await steps.executeDocument(requested, operation, contextValue);
  contextValue.progress.executionMs = performance.now() - startedAt;
  if (result.data !== undefined) return responseOf(result, run, steps);
  return rejection(run, result.errors ?? [], steps, operation && { operation, variables });
}

/** Reports the errors of a result, and formats them. */
async function responseOf(
  { data, errors }: ExecutionResult,
  run: OperationRun,
  steps: OperationSteps,
): Promise<GraphQLResponse> {
  if (errors) await report(run, errors, steps);
  const { http, formatted } = formatErrors(errors);
  const singleResult = { ...(data !== undefined && { data }), ...(formatted && { errors: formatted }) };
  return { http, body: { kind: 'single', singleResult } };
}

/** Logs the errors of an operation, and charges for its document if they reject it. */
export async function report(
  run: OperationRun,
  errors: readonly GraphQLError[],
  { graph, documentCharges }: OperationSteps,
): Promise<void> {
  logRunErrors(graph.log, run, errors);
  const isExecuted = errors.some(({ path }) => path !== undefined);
  if (!isExecuted) await documentCharges.reject(run.contextValue);
}

/** Completes a response: its size, cache and rate limit headers, its cost. */
export async function finish(run: OperationRun, steps: OperationSteps): Promise<void> {
  run.contextValue.progress.isFinished = true;
  limitResponseSize(run, steps.maxResponseBytes);
  steps.responseCache.finish(run);
  recordRun(run);
  await steps.operationRateLimit.settle(run);
  steps.usageTracking.report(run);
  reportExecution(run);
}

/** States the time of an execution in `Server-Timing` (https://www.w3.org/TR/server-timing/). */
function reportExecution({ response: { http, body }, contextValue: { progress } }: OperationRun): void {
  const isExecuted = body?.kind === 'single' && body.singleResult.data !== undefined;
  if (isExecuted && progress.executionMs !== undefined)
    http.headers.set('server-timing', `execution;dur=${progress.executionMs.toFixed(1)}`);
}
