import { hash } from 'node:crypto';
import { type GraphQLSchema, printSchema } from 'graphql';
import { PUBLISHED } from '../../../core/context.ts';
import { coercedVariables } from '../limits/variables.ts';
import type { OperationRun } from '../run/operationRun.ts';

/**
 * Creates a function that returns the key of an operation in the response cache; undefined if it reads drafts or has
 * invalid variables.
 */
export function createResponseKeys(schema: GraphQLSchema): (run: OperationRun) => string | undefined {
  // Gateways of another version, with another schema, can share the store.
  const schemaHash = hash('sha256', printSchema(schema), 'base64url');
  return ({ operation, queryHash, request, contextValue }) => {
    const { perspective, scopes, locale } = contextValue.audience;
    if (!operation || perspective !== PUBLISHED) return undefined;
    const variables = coercedVariables(schema, operation, request.variables ?? {});
    if (!variables) return undefined;
    const audience = [perspective, scopes.toSorted(), locale];
    const parts = [schemaHash, queryHash, operation.name?.value, audience, variables];
    return `response:${hash('sha256', JSON.stringify(parts), 'base64url')}`;
  };
}
