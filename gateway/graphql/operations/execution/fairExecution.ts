import type { ApolloServerPlugin, GraphQLResponse } from '@apollo/server';
import { HeaderMap } from '@apollo/server';
import type { GraphQLError } from 'graphql';
import { type Context, identityOf } from '../../../core/context.ts';
import { overloaded } from '../../../core/errors.ts';
import type { OperationRun } from '../../../core/operationRun.ts';
import { type ExecutionServices, startError, waitForTurn } from './executionQueue.ts';

/** Requests for the same operation wait for the one that executes it. */
interface SharedResponses {
  /** Stops executing the operation for others, because it has to wait: they execute it themselves. */
  leave(run: OperationRun): void;
  /** Looks for the response again after a wait. */
  join(run: OperationRun): Promise<void>;
  /** Returns the response that was found; null if the operation must be executed. */
  takeHit(run: OperationRun): GraphQLResponse | null;
}

/** Shares the processor among callers. */
export interface FairExecution {
  /**
   * Waits until an operation can be executed.
   * @returns the response if it is not executed: that of another request, or a rejection
   */
  start(run: OperationRun): Promise<GraphQLResponse | null>;
  /** Ends an operation, also one that has not been started. */
  end(run: OperationRun): void;
  readonly plugin: ApolloServerPlugin<Context>;
}

/**
 * Delays the execution of operations, so that callers share the processor: each caller has a limited amount of work in
 * execution, and callers take turns. Runs after the rate limiter, and not for cached responses.
 */
export function createFairExecution(services: ExecutionServices, responses: SharedResponses): FairExecution {
  const ends = new WeakMap<OperationRun, () => void>();
  const end: FairExecution['end'] = (run) => {
    ends.get(run)?.();
    ends.delete(run);
  };
  const start: FairExecution['start'] = async (run) => {
    const { caller, cost, signal } = run.contextValue;
    if (!run.operation) return null;
    const key = identityOf(caller);
    let endExecution = services.limiter.tryStart(key, cost.requested);
    if (!endExecution) {
      responses.leave(run);
      try {
        endExecution = await services.limiter.start(key, cost.requested, signal);
      } catch (error) {
        return rejection(startError(error) ?? overloaded());
      }
    }
    ends.set(run, endExecution);
    await waitForTurn(services, caller);
    await responses.join(run);
    return responses.takeHit(run);
  };
  const plugin: ApolloServerPlugin<Context> = {
    requestDidStart: async () => ({
      responseForOperation: start,
      willSendResponse: async (run) => end(run),
    }),
    // Runs instead of `willSendResponse`.
    unexpectedErrorProcessingRequest: async ({ requestContext }) => end(requestContext),
  };
  return { start, end, plugin };
}

function rejection(error: GraphQLError): GraphQLResponse {
  const { code, retryAfter } = error.extensions;
  return {
    http: {
      status: code === 'OVERLOADED' ? 503 : 429,
      headers: new HeaderMap([['retry-after', String(retryAfter)]]),
    },
    body: { kind: 'single', singleResult: { errors: [error.toJSON()] } },
  };
}
