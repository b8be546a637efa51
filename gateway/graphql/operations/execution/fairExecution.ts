import type { GraphQLResponse } from '@apollo/server';
import { identityOf } from '../../../core/context.ts';
import type { ResponseCache } from '../responseCache/responseCache.ts';
import type { OperationRun } from '../run/operationRun.ts';
import { type ExecutionServices, startError, waitForProcessorTime } from './processorTime.ts';

/** Shares the processor among callers. */
export interface FairExecution {
  /**
   * Waits until an operation can be executed.
   * @param held receives the slot of the operation, which ends with its response
   * @returns the response if it is not executed, but that of another request
   * @throws Rejected `TOO_MANY_REQUESTS` or `OVERLOADED`
   */
  start(run: OperationRun, held: DisposableStack): Promise<GraphQLResponse | null>;
}

/**
 * Delays the execution of operations, so that callers share the processor: each caller has a limited amount of work in
 * execution, and callers take turns. Runs after the rate limiter, and not for cached responses.
 */
export function createFairExecution(
  services: ExecutionServices,
  responseCache: Pick<ResponseCache, 'join'>,
): FairExecution {
  return {
    async start(run, held) {
      const { caller, cost, signal } = run.contextValue;
      if (!run.operation) return null;
      try {
        held.use(await services.limiter.start(identityOf(caller), cost.requested, signal));
      } catch (error) {
        throw startError(error, signal);
      }
      await waitForProcessorTime(services, caller);
      // After the wait: other requests would wait for an operation that has not started.
      return responseCache.join(run);
    },
  };
}
