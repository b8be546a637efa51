import type { ApolloServerPlugin } from '@apollo/server';
import type { Context } from '../context.ts';

/** Refusals of a request that was well made as HTTP, and wrong as GraphQL. */
const REFUSALS: ReadonlySet<unknown> = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
]);

/**
 * Answers 200 to clients that ask for `application/json` by name and nothing newer: they take any other status for a
 * fault of the transport and do not read the errors (GraphQL over HTTP, "Legacy Watershed"). Everybody else gets 400.
 */
export const legacyStatus: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async willSendResponse({ request, response, errors }) {
        const accept = request.http?.headers.get('accept') ?? '';
        const isLegacy = /application\/json/.test(accept) && !/graphql-response\+json/.test(accept);
        const isRefusal =
          response.http.status === 400 && errors?.some(({ extensions }) => REFUSALS.has(extensions.code));
        if (isLegacy && isRefusal) response.http.status = 200;
      },
    };
  },
};
