import type { ApolloServerPlugin, GraphQLRequestContext, GraphQLResponse } from '@apollo/server';
import { HeaderMap } from '@apollo/server';
import type { GraphQLError } from 'graphql';
import { type Context, identityOf } from '../../../core/context.ts';
import { overloaded } from '../../../core/errors.ts';
import { type ExecutionServices, startError, waitForTurn } from './executionQueue.ts';

type ApolloRequest = GraphQLRequestContext<Context>;

/** Requests for the same operation wait for the one that executes it. */
interface SharedResponses {
  /** Stops executing the operation for others, because it has to wait: they execute it themselves. */
  leave(context: ApolloRequest): void;
  /** Looks for the response again after a wait. */
  join(context: ApolloRequest): Promise<void>;
  /** Returns the response that was found; null if the operation must be executed. */
  takeHit(context: ApolloRequest): GraphQLResponse | null;
}

/**
 * Delays the execution of operations, so that callers share the processor: each caller has a limited amount of work in
 * execution, and callers take turns. Runs after the rate limiter, and not for cached responses.
 */
export function fairExecution(
  services: ExecutionServices,
  responses: SharedResponses,
): ApolloServerPlugin<Context> {
  const ends = new WeakMap<ApolloRequest, () => void>();
  const end = (context: ApolloRequest): void => {
    ends.get(context)?.();
    ends.delete(context);
  };
  return {
    async requestDidStart() {
      return {
        async responseForOperation(context) {
          const { caller, cost, signal } = context.contextValue;
          if (!context.operation) return null;
          const key = identityOf(caller);
          let endExecution = services.limiter.tryStart(key, cost.requested);
          if (!endExecution) {
            responses.leave(context);
            try {
              endExecution = await services.limiter.start(key, cost.requested, signal);
            } catch (error) {
              return rejection(startError(error) ?? overloaded());
            }
          }
          ends.set(context, endExecution);
          await waitForTurn(services, caller);
          await responses.join(context);
          return responses.takeHit(context);
        },
        async willSendResponse(context) {
          end(context);
        },
      };
    },
    // Runs instead of `willSendResponse`.
    async unexpectedErrorProcessingRequest({ requestContext }) {
      end(requestContext);
    },
  };
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
