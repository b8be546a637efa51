import type { ApolloServerPlugin } from '@apollo/server';
import type { Context } from '../../core/context.ts';

/** Errors of the HTTP request itself and not of its document. */
const MALFORMED_REQUEST_CODES: ReadonlySet<unknown> = new Set(['BAD_REQUEST', 'PERSISTED_QUERY_MISMATCH']);

/**
 * Responds with 200 instead of 400 to well-formed requests with an invalid document or variables, if the client accepts
 * `application/json` and not `application/graphql-response+json`. Such clients take other statuses for transport errors
 * and do not read the body (GraphQL over HTTP, section "application/json").
 */
export const legacyStatus: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async willSendResponse({ request, response, errors }) {
        const accept = request.http?.headers.get('accept') ?? '';
        const isLegacy = /application\/json/.test(accept) && !/graphql-response\+json/.test(accept);
        const isWellFormed = !errors?.some(({ extensions }) => MALFORMED_REQUEST_CODES.has(extensions.code));
        if (isLegacy && isWellFormed && response.http.status === 400) response.http.status = 200;
      },
    };
  },
};
