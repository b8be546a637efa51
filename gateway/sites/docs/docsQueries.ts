import type { FastifyReply } from 'fastify';
import { GraphQLError } from 'graphql';
import type { ExecuteOperation } from '../../graphql/operations/executeOperation.ts';
import type { GraphServices } from '../../graphql/operations/graphServices.ts';
import { resolveDocument } from '../../graphql/operations/persisted/resolveDocument.ts';
import { createOperationSignals } from '../../http/graphql/executeRequest.ts';
import { ownResultOf } from '../../http/graphql/writeResponse.ts';
import type { Principal } from '../../services/auth/authenticate.ts';
import { clientOf } from '../../services/usage/usageRecorder.ts';
import type { RunQuery } from './reference/exampleResponse.ts';

/** The name of the documentation in the usage of the schema. */
const CLIENT_NAME = 'documentation';

/** The services that execute the examples of the documentation. */
export interface DocsGraph {
  readonly graph: Pick<GraphServices, 'createContext' | 'operationTimeoutMs' | 'persistedQueries'>;
  readonly execute: ExecuteOperation;
}

/**
 * Creates the function that executes the examples of a page for its reader, who pays for them as over `/graphql`, and under the
 * same limits and caches.
 */
export function createRunQuery(
  { graph, execute }: DocsGraph,
  principal: Principal,
  reply: FastifyReply,
): RunQuery {
  const client = clientOf(
    (name) => (name === 'graphql-client-name' ? CLIENT_NAME : undefined),
    principal.caller,
  );
  return async ({ query, variables = {} }) => {
    try {
      const document = await resolveDocument(graph.persistedQueries, principal.caller, { query });
      const response = await execute(
        { query, variables },
        {
          ...graph.createContext(createOperationSignals(reply, graph.operationTimeoutMs), principal),
          request: {
            document,
            isReadOnly: true,
            client,
          },
        },
      );
      const { data, errors } = ownResultOf(response);
      return errors ? undefined : data;
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      return undefined;
    }
  };
}
