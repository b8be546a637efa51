import { type GraphQLRequest, type GraphQLResponse, HeaderMap } from '@apollo/server';
import type { Logger } from 'pino';
import { withContentErrors } from '../../core/contentIssue.ts';
import type { Context } from '../../core/context.ts';
import type { OperationRun } from '../../core/operationRun.ts';
import { runForCaller } from '../../services/upstream/caller.ts';
import { limitOperation, type OperationLimits } from './cost/operationLimits.ts';
import type { FairExecution } from './execution/fairExecution.ts';
import { coercedVariables } from './limits/coercedVariables.ts';
import { rejectDeepVariables } from './limits/variableDepth.ts';
import { logRunErrors } from './logServerErrors.ts';
import { formatErrors, mergeHead } from './prepared/formatErrors.ts';
import type { PreparedOperation } from './prepared/preparedOperation.ts';
import type { PreparedStore } from './prepared/preparedStore.ts';
import type { DocumentCharges } from './rateLimit/documentCharges.ts';
import type { createDryRuns } from './rateLimit/dryRun.ts';
import type { OperationRateLimit } from './rateLimit/operationRateLimit.ts';
import type { ResponseCache } from './responseCache/responseCache.ts';
import { limitResponseSize } from './responseCache/responseSize.ts';
import { recordRun } from './telemetry.ts';
import type { UsageTracking } from './usage/usageTracking.ts';

/** The steps around the execution of an operation, also around one of Apollo Server. */
export interface OperationSteps {
  readonly log: Logger;
  readonly limits: OperationLimits;
  readonly dryRuns: ReturnType<typeof createDryRuns>;
  readonly documentCharges: Pick<DocumentCharges, 'settle'>;
  readonly responseCache: Pick<ResponseCache, 'lookUp' | 'finish' | 'fail'>;
  readonly operationRateLimit: Pick<OperationRateLimit, 'charge' | 'settle'>;
  readonly fairExecution: Pick<FairExecution, 'start' | 'end'>;
  readonly usageTracking: Pick<UsageTracking, 'record' | 'report'>;
  /** The maximum size of a response. */
  readonly maxResponseBytes: number;
}

type Variables = Readonly<Record<string, unknown>>;

/**
 * Creates a function that executes prepared queries without Apollo Server. It runs the same steps in the same order, so the
 * response is the same.
 * @returns a function that returns undefined for other operations, and for those that are rejected before their execution
 */
export function createPreparedExecution(
  store: Pick<PreparedStore, 'find'>,
  steps: OperationSteps,
): (request: GraphQLRequest, context: Context) => Promise<GraphQLResponse> | undefined {
  return (request, contextValue) => {
    const queryHash = contextValue.request?.document.hash;
    const prepared = queryHash === undefined ? undefined : store.find(queryHash, request.operationName);
    if (!prepared || queryHash === undefined) return undefined;
    const variables: Variables = request.variables ?? {};
    const coerced = admit(prepared, variables, contextValue, steps);
    if (!coerced) return undefined;
    const { document, operation } = prepared;
    const http = { status: undefined, headers: new HeaderMap() };
    const run: OperationRun = {
      request: { ...request, variables },
      response: { http },
      contextValue,
      document,
      operation,
      queryHash,
    };
    return execute(run, prepared, coerced, steps);
  };
}

/** Returns the coerced variables of an operation within the limits; undefined if Apollo Server must report why it is not. */
function admit(
  { document, operation, schema }: PreparedOperation,
  variables: Variables,
  context: Context,
  { limits, dryRuns }: OperationSteps,
): Variables | undefined {
  try {
    rejectDeepVariables(variables);
    limitOperation({ operation, document, variables }, context, limits, dryRuns.isDryRun);
    return coercedVariables(schema, operation, variables);
  } catch {
    return undefined;
  }
}

async function execute(
  run: OperationRun,
  prepared: PreparedOperation,
  variables: Variables,
  {
    log,
    documentCharges,
    responseCache,
    operationRateLimit,
    fairExecution,
    usageTracking,
    maxResponseBytes,
  }: OperationSteps,
): Promise<GraphQLResponse> {
  const { contextValue, response } = run;
  try {
    await contextValue.request?.document.persist?.();
    documentCharges.settle(contextValue);
    usageTracking.record(run);
    responseCache.lookUp(run);
    const early = (await operationRateLimit.charge(run)) ?? (await fairExecution.start(run));
    const { http, body } = early ?? (await executeFields(run, prepared, variables, log));
    mergeHead(response.http, http);
    response.body = body;
    limitResponseSize(run, maxResponseBytes);
    responseCache.finish(run);
    recordRun(run);
    await operationRateLimit.settle(run);
    fairExecution.end(run);
    usageTracking.report(run);
    return { http: response.http, body };
  } catch (error) {
    responseCache.fail(run, error);
    fairExecution.end(run);
    // As Apollo Server does: a GraphQL error would be a response.
    throw new Error('Internal server error', { cause: error });
  }
}

async function executeFields(
  run: OperationRun,
  prepared: PreparedOperation,
  variables: Variables,
  log: Logger,
): Promise<GraphQLResponse> {
  const { contextValue } = run;
  const { data = null, errors: executionErrors } = await runForCaller(contextValue.caller, () =>
    prepared.execute(contextValue, variables),
  );
  const errors = withContentErrors(executionErrors, contextValue);
  if (errors) logRunErrors(log, run, errors);
  const { http, formatted } = formatErrors(errors);
  return {
    http,
    body: { kind: 'single', singleResult: { data, ...(formatted && { errors: formatted }) } },
  };
}
