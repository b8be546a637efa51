import type { GraphQLRequest, GraphQLRequestListener } from '@apollo/server';
import type { GraphQLError } from 'graphql';
import type { Context } from '../context.ts';

/** Stands in for a document that is not read at all. */
export const STAND_IN = '{ __typename }';

/**
 * Refuses a request before its document is parsed. Apollo Server can refuse an operation only once it has one, so the
 * shortest stands in until then.
 * @returns what the plugin listens with from then on
 */
export function leaveUnread(request: GraphQLRequest, refused: GraphQLError): GraphQLRequestListener<Context> {
  request.query = STAND_IN;
  delete request.operationName;
  delete request.extensions;
  return {
    async didResolveOperation() {
      throw refused;
    },
  };
}
