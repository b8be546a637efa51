import type { GraphQLResponse } from '@apollo/server';
import type { FormattedExecutionResult, GraphQLError } from 'graphql';
import { andThen, type MaybePromise } from '../../core/maybePromise.ts';
import { Rejected } from '../../core/rejected.ts';
import { recordEstimate, rejectTooCostly } from './cost/operationLimits.ts';
import type { ExecuteDocument } from './executeDocument.ts';
import { startOperation } from './execution/processorTime.ts';
import type { GraphServices } from './graphServices.ts';
import { coercedVariables, rejectDeepVariables } from './limits/variables.ts';
import { checkOperationType } from './operationType.ts';
import { formatErrors, mergeHead, rejectedResponse, type SingleResponse } from './prepared/formatErrors.ts';
import type { DocumentCharges } from './rateLimit/documentCharges.ts';
import type { createDryRuns, OperationRateLimit } from './rateLimit/operationRateLimit.ts';
import { RejectedOperation, rejectionErrors } from './rejectedOperation.ts';
import type { ResponseCache } from './responseCache/responseCache.ts';
import { limitResponseSize } from './responseCache/responseSize.ts';
import type { OperationRun } from './run/operationRun.ts';
import type { WrittenResult } from './run/responseData.ts';
import { addSourceMap } from './sourceMaps/addSourceMap.ts';
import { requestSources } from './sourceMaps/requestSources.ts';
import { logRunErrors, recordRun } from './telemetry.ts';
import type { UsageTracking } from './usage/usageTracking.ts';
import { type Coercion, variableErrors, visibleErrors } from './visibleErrors.ts';

/** The services that the steps of an operation use. */
export interface OperationSteps {
  readonly graph: GraphServices;
  readonly dryRuns: ReturnType<typeof createDryRuns>;
  readonly documentCharges: DocumentCharges;
  readonly responseCache: ResponseCache;
  readonly operationRateLimit: OperationRateLimit;
  readonly usageTracking: UsageTracking;
  /** The maximum size of a response. */
  readonly maxResponseBytes: number;
  readonly executeDocument: ExecuteDocument;
}

/** The parts of a response that a step adds. */
type Answer = Pick<GraphQLResponse, 'body'> & Partial<Pick<GraphQLResponse, 'http'>>;
type SingleAnswer = Answer & Pick<SingleResponse, 'body'>;

/** Executes an operation of a valid document, with all steps around it, in order. */
export async function respond(run: OperationRun, steps: OperationSteps): Promise<GraphQLResponse> {
  try {
    return await complete(run, await answer(run, steps), steps);
  } catch (error) {
    steps.responseCache.fail(run.contextValue, error);
    // A plain error, as Apollo Server throws: a GraphQL error would become the response.
    throw new Error('Internal server error', { cause: error });
  } finally {
    run.contextValue.progress.slot?.[Symbol.dispose]();
  }
}

/** Returns the result of an operation, the result of an equal one, or the errors for which it is rejected. */
async function answer(run: OperationRun, steps: OperationSteps): Promise<Answer> {
  try {
    return (await admit(run, steps)) ?? (await start(run, steps)) ?? (await executeFields(run, steps));
  } catch (error) {
    if (error instanceof Rejected) return rejectedResponse([error]);
    if (error instanceof RejectedOperation) return responseOf({ errors: error.errors }, run, steps);
    throw error;
  }
}

/**
 * Waits until an operation can be executed.
 * @returns the response of an equal operation in execution
 */
function start(
  run: OperationRun,
  { graph, responseCache }: OperationSteps,
): MaybePromise<GraphQLResponse | null> {
  const { caller, cost, signal, progress } = run.contextValue;
  if (!run.operation) return null;
  return andThen(startOperation(graph.execution, caller, cost.requested, signal), (slot) => {
    progress.slot = slot;
    // After the wait: other requests would wait for an operation that has not started.
    return responseCache.join(run);
  });
}

/** Returns the response to a document with errors. */
export const reject = async (
  run: OperationRun,
  errors: readonly GraphQLError[],
  steps: OperationSteps,
): Promise<GraphQLResponse> => complete(run, await responseOf({ errors }, run, steps), steps);

/** Adds the head and the body of an answer to the response of its run, and completes the response. */
function complete(
  run: OperationRun,
  { http, body }: Answer,
  steps: OperationSteps,
): MaybePromise<GraphQLResponse> {
  const { response } = run;
  if (http) mergeHead(response.http, http);
  response.body = body;
  return andThen(finish(run, steps), () => ({ http: response.http, body }));
}

/**
 * Admits an operation of a valid document: checks it, registers its document, counts its use, and charges its caller.
 * @returns the response if it needs no execution: a dry run or a cached response
 * @throws RejectedOperation
 * @throws Rejected for missing points
 */
export async function admit(run: OperationRun, steps: OperationSteps): Promise<GraphQLResponse | null> {
  const { documentCharges, usageTracking, responseCache, operationRateLimit } = steps;
  const { contextValue } = run;
  limit(run, steps);
  const { persist } = contextValue.request?.document ?? {};
  if (persist) await persist();
  documentCharges.settle(contextValue);
  usageTracking.record(run);
  responseCache.lookUp(run);
  const response = await operationRateLimit.charge(run);
  if (!response) rejectInvalidVariables(run, steps);
  return response;
}

/** Estimates the cost of an operation. @throws RejectedOperation if it is not allowed or exceeds a limit */
function limit(run: OperationRun, steps: OperationSteps): void {
  const { operation, document, request, contextValue } = run;
  try {
    rejectDeepVariables(request.variables);
    checkOperationType(run);
    requestSources(run);
    if (!operation || !document) return;
    const requested = { operation, document, variables: request.variables ?? {} };
    const { operationLimits } = steps.graph;
    // Recorded first, so that a rejection reports the cost.
    recordEstimate(requested, contextValue, operationLimits);
    contextValue.progress.isDryRun = steps.dryRuns.isDryRun(requested);
    if (!contextValue.progress.isDryRun) rejectTooCostly(requested, contextValue, operationLimits);
  } catch (error) {
    throw rejected(run, rejectionErrors(error), steps);
  }
}

/** @throws RejectedOperation if the variables of an operation do not fit their types */
function rejectInvalidVariables(run: OperationRun, steps: OperationSteps): void {
  const { schema } = steps.graph;
  const { operation, request } = run;
  const { variables = {} } = request;
  if (!operation || coercedVariables(schema, operation, variables)) return;
  const coercion = { operation, variables };
  throw rejected(run, variableErrors(schema, coercion) ?? [], steps, coercion);
}

/** Creates the error of an operation that is not executed. @param coercion the variables, if they are the cause */
function rejected(
  run: OperationRun,
  errors: readonly GraphQLError[],
  steps: OperationSteps,
  coercion?: Coercion,
): RejectedOperation {
  const { document, contextValue } = run;
  const requested = contextValue.request?.document;
  const hasStatus = errors.some(({ extensions }) => extensions.http !== undefined);
  if (!document || !requested || hasStatus) return new RejectedOperation(errors);
  const { scopes } = contextValue.audience;
  return new RejectedOperation(visibleErrors(steps.graph, scopes, { requested, document, errors, coercion }));
}

/**
 * Executes the fields of an operation, and records how long it took.
 * @param event the root value of a subscription
 * @throws RejectedOperation if the document has no operation of the requested name
 */
async function executeFields(
  run: OperationRun,
  steps: OperationSteps,
  event?: object,
): Promise<SingleAnswer> {
  const { operation, document, queryHash, request, contextValue } = run as Required<OperationRun>;
  const { operationName, variables = {} } = request;
  const startedAt = performance.now();
  const { sources } = contextValue.progress;
  const requested = { document, hash: queryHash, operationName, variables, event, sources };
  const result = await steps.executeDocument(requested, operation, contextValue);
  contextValue.progress.executionMs = performance.now() - startedAt;
  if (result.data === undefined) throw rejected(run, result.errors ?? [], steps);
  return responseOf(result, run, steps);
}

/** Executes an event of an admitted subscription. All its subscribers share the turn, the cost and the message. */
export async function executeEvent(
  run: OperationRun,
  event: object,
  steps: OperationSteps,
): Promise<FormattedExecutionResult> {
  const { body } = await executeFields(run, steps, event);
  run.response.body = body;
  limitResponseSize(run, steps.maxResponseBytes);
  return body.singleResult;
}

/** Reports the errors of a result, and formats them. */
function responseOf(
  { data, errors }: WrittenResult,
  run: OperationRun,
  steps: OperationSteps,
): MaybePromise<SingleAnswer> {
  if (!errors) return { body: { kind: 'single', singleResult: { data } } };
  return report(run, errors, steps).then(() => {
    const { http, formatted = [] } = formatErrors(errors);
    const singleResult = { ...(data !== undefined && { data }), errors: formatted };
    return { http, body: { kind: 'single', singleResult } };
  });
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

/** Completes a response: its source map, its size, cache and rate limit headers, its cost. */
export function finish(run: OperationRun, steps: OperationSteps): MaybePromise<void> {
  run.contextValue.progress.isFinished = true;
  addSourceMap(run);
  limitResponseSize(run, steps.maxResponseBytes);
  steps.responseCache.finish(run);
  recordRun(run);
  return andThen(steps.operationRateLimit.settle(run), () => {
    steps.usageTracking.report(run);
    reportExecution(run);
  });
}

/** States the time of an execution in `Server-Timing` (https://www.w3.org/TR/server-timing/). */
function reportExecution({ response: { http, body }, contextValue: { progress } }: OperationRun): void {
  const isExecuted = body?.kind === 'single' && body.singleResult.data !== undefined;
  if (isExecuted && progress.executionMs !== undefined)
    http.headers.set('server-timing', `execution;dur=${progress.executionMs.toFixed(1)}`);
}
