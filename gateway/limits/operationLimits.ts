import type { ApolloServerPlugin, GraphQLRequestContextDidResolveOperation } from '@apollo/server';
import { type FragmentDefinitionNode, GraphQLError, getVariableValues, Kind } from 'graphql';
import type { Context } from '../context.ts';
import type { ErrorCode } from '../errors.ts';
import { costOf } from './cost.ts';

/** An operation that is about to be executed. */
type Resolved = Pick<
  GraphQLRequestContextDidResolveOperation<Context>,
  'schema' | 'operation' | 'document'
> & { readonly request: { readonly variables?: Readonly<Record<string, unknown>> | undefined } };

/**
 * Refuses what depends on variables before anything is resolved: pages of a size that is not served, and operations that
 * cost too much. It runs for every request, for a document that was allowed once is not looked at again.
 * @param maxCost what one operation may cost
 */
export const operationLimits = (maxCost: number): ApolloServerPlugin<Context> => ({
  async requestDidStart() {
    return { didResolveOperation: async (resolved) => refuseTooCostly(resolved, maxCost) };
  },
});

/**
 * The same for one operation.
 * @throws GraphQLError `TOO_COSTLY` or `PAGE_SIZE`
 */
export function refuseTooCostly({ schema, operation, document, request }: Resolved, maxCost: number): void {
  if (!operation) return;
  const { coerced } = getVariableValues(
    schema,
    operation.variableDefinitions ?? [],
    request.variables ?? {},
    {
      maxErrors: 1,
    },
  );
  // Variables of a wrong type are refused by the execution, with their own words.
  if (!coerced) return;
  const fragments = new Map(
    document.definitions
      .filter(
        (definition): definition is FragmentDefinitionNode => definition.kind === Kind.FRAGMENT_DEFINITION,
      )
      .map((fragment) => [fragment.name.value, fragment]),
  );
  const cost = asRefusal(() => costOf({ schema, operation, fragments, variables: coerced }));
  if (cost > maxCost)
    throw refusal(
      `expected an operation that costs at most ${maxCost}, got ${cost}; ask for smaller pages, or for less of each row`,
      'TOO_COSTLY',
    );
}

/** An error that answers the whole request, and not a field of it. */
const refusal = (message: string, code: ErrorCode): GraphQLError =>
  new GraphQLError(message, { extensions: { code, http: { status: 400 } } });

function asRefusal<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    throw refusal(error.message, error.extensions.code as ErrorCode);
  }
}
