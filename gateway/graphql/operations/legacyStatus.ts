import type { ApolloServerPlugin } from '@apollo/server';
import type { Context } from '../../core/context.ts';

/** What is refused because it is no well-made request, whatever the document in it. */
const MALFORMED_REQUEST_CODES: ReadonlySet<unknown> = new Set(['BAD_REQUEST', 'PERSISTED_QUERY_MISMATCH']);

/**
 * Answers 200 to clients that ask for `application/json` by name and nothing newer, where a request that was well made is
 * refused for its document, its variables or what they ask: such clients take any other status for a fault of the
 * transport and do not read the errors (GraphQL over HTTP, "application/json"). Everybody else gets 400.
 */
export const legacyStatus: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async willSendResponse({ request, response, errors }) {
        const accept = request.http?.headers.get('accept') ?? '';
        const isLegacy = /application\/json/.test(accept) && !/graphql-response\+json/.test(accept);
        const isWellMade = !errors?.some(({ extensions }) => MALFORMED_REQUEST_CODES.has(extensions.code));
        if (isLegacy && isWellMade && response.http.status === 400) response.http.status = 200;
      },
    };
  },
};
