import { createDocumentExecutor } from './executeDocument.ts';
import { createExecuteOperation, type ExecuteOperation } from './executeOperation.ts';
import { waitForProcessorTime } from './execution/processorTime.ts';
import type { GraphServices } from './graphServices.ts';
import type { OperationSteps } from './operationSteps.ts';
import { createDocumentCharges } from './rateLimit/documentCharges.ts';
import { createDryRuns, createOperationRateLimit } from './rateLimit/operationRateLimit.ts';
import { createResponseCache, type ResponseCacheOptions } from './responseCache/responseCache.ts';
import { createUsageTracking } from './usage/usageTracking.ts';

export interface OperationExecutorOptions {
  readonly graph: GraphServices;
  readonly responseCache: Omit<ResponseCacheOptions, 'schema' | 'factsOf'>;
  /** The maximum size of a response. */
  readonly maxResponseBytes: number;
}

/** Executes operations. */
export interface OperationExecutor {
  /** The steps of operations, for subscriptions. */
  readonly steps: OperationSteps;
  readonly execute: ExecuteOperation;
}

/** Composes the execution of operations: the services of its steps, and Apollo Server for new documents. */
export async function createOperationExecutor({
  graph,
  responseCache: cacheOptions,
  maxResponseBytes,
}: OperationExecutorOptions): Promise<OperationExecutor> {
  const { schema, factsOf, validDocuments, rateLimiter, execution } = graph;
  const dryRuns = createDryRuns(schema, factsOf);
  const responseCache = createResponseCache({ ...cacheOptions, schema, factsOf });
  const steps: OperationSteps = {
    graph,
    dryRuns,
    documentCharges: createDocumentCharges({
      rateLimiter,
      isValidated: validDocuments.has,
      waitForProcessorTime: (caller) => waitForProcessorTime(execution, caller),
    }),
    responseCache,
    operationRateLimit: createOperationRateLimit({ schema, rateLimiter, dryRuns, responseCache }),
    usageTracking: createUsageTracking(graph),
    maxResponseBytes,
    executeDocument: createDocumentExecutor(graph),
  };
  return { steps, execute: await createExecuteOperation(steps) };
}
