import { createApolloServer } from './apolloServer.ts';
import { createExecuteOperation, type ExecuteOperation } from './executeOperation.ts';
import { createPreparedExecution } from './executePrepared.ts';
import { waitForProcessorTime } from './execution/executionQueue.ts';
import { createFairExecution } from './execution/fairExecution.ts';
import type { GraphServices } from './graphServices.ts';
import { createDocumentCharges } from './rateLimit/documentCharges.ts';
import { createDryRuns } from './rateLimit/dryRun.ts';
import { createOperationRateLimit } from './rateLimit/operationRateLimit.ts';
import { compileDocument } from './readDocument.ts';
import { createResponseCache, type ResponseCacheOptions } from './responseCache/responseCache.ts';
import type { ResponseTexts } from './responseCache/responseTexts.ts';
import { createUsageTracking } from './usage/usageTracking.ts';

export interface OperationExecutorOptions {
  readonly graph: GraphServices;
  readonly responseCache: Omit<ResponseCacheOptions, 'schema'>;
  /** The maximum size of a response. */
  readonly maxResponseBytes: number;
  /** True if known documents are executed without Apollo Server. */
  readonly preparesOperations: boolean;
}

/** Executes operations over HTTP. */
export interface OperationExecutor {
  readonly execute: ExecuteOperation;
  /** Returns the body of a response. */
  readonly stringify: ResponseTexts['stringify'];
}

/** Composes the execution of operations: the steps around it, Apollo Server, and prepared operations. */
export async function createOperationExecutor({
  graph,
  responseCache: cacheOptions,
  maxResponseBytes,
  preparesOperations,
}: OperationExecutorOptions): Promise<OperationExecutor> {
  const { schema, log, preparedStore: store, operationLimits: limits, rateLimiter, execution } = graph;
  const dryRuns = createDryRuns(schema);
  const responseCache = createResponseCache({ ...cacheOptions, schema });
  const documentCharges = createDocumentCharges({
    rateLimiter,
    isValidated: store.has,
    waitForProcessorTime: (caller) => waitForProcessorTime(execution, caller),
  });
  const fairExecution = createFairExecution(execution, responseCache);
  const operationRateLimit = createOperationRateLimit({ schema, rateLimiter, dryRuns, responseCache });
  const usageTracking = createUsageTracking(graph);
  const steps = {
    log,
    limits,
    dryRuns,
    documentCharges,
    responseCache,
    operationRateLimit,
    fairExecution,
    usageTracking,
    maxResponseBytes,
  };
  const apollo = createApolloServer({
    ...steps,
    schema,
    visibleSchemas: graph.visibleSchemas,
    documentStore: store.documents,
  });
  await apollo.start();
  const executePrepared = preparesOperations ? createPreparedExecution(store, steps) : () => undefined;
  return {
    execute: createExecuteOperation({
      apollo,
      executePrepared,
      documentCharges,
      compile(document, scopes) {
        const compiled = compileDocument(graph, scopes, document);
        return 'kind' in compiled ? [] : compiled;
      },
    }),
    stringify: responseCache.stringify,
  };
}
