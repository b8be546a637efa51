import type { GraphQLRequest, GraphQLRequestListener } from '@apollo/server';
import type { GraphQLError } from 'graphql';
import type { Context } from '../../../core/context.ts';

const rejected = new WeakSet<GraphQLRequest>();

/** Returns whether a request was rejected by `rejectBeforeParsing`. */
export const isRejectedBeforeParsing = (request: GraphQLRequest): boolean => rejected.has(request);

/**
 * Rejects a request before its document is parsed. Apollo Server rejects an operation only after parsing, so the shortest
 * document replaces that of the client.
 * @returns the listener that rejects the operation
 */
export function rejectBeforeParsing(
  request: GraphQLRequest,
  error: GraphQLError,
): GraphQLRequestListener<Context> {
  rejected.add(request);
  request.query = '{ __typename }';
  delete request.operationName;
  delete request.extensions;
  return {
    async didResolveOperation() {
      throw error;
    },
  };
}
