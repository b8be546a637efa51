import { hash } from 'node:crypto';
import type { GraphQLRequestContext } from '@apollo/server';
import { type GraphQLSchema, printSchema } from 'graphql';
import { type Context, PUBLISHED } from '../../../core/context.ts';
import { coercedVariables } from '../limits/coercedVariables.ts';

/**
 * Creates a function that returns the key of an operation in the response cache; undefined if it reads drafts or has
 * invalid variables.
 */
export function createResponseKeys(
  schema: GraphQLSchema,
): (request: GraphQLRequestContext<Context>) => string | undefined {
  // Gateways of another version, with another schema, can share the store.
  const schemaHash = hash('sha256', printSchema(schema), 'base64url');
  return ({ operation, queryHash, request, contextValue }) => {
    const { perspective, scopes } = contextValue.audience;
    if (!operation || perspective !== PUBLISHED) return undefined;
    const variables = coercedVariables(schema, operation, request.variables ?? {});
    if (!variables) return undefined;
    const parts = [schemaHash, queryHash, operation.name?.value, perspective, scopes.toSorted(), variables];
    return `response:${hash('sha256', JSON.stringify(parts), 'base64url')}`;
  };
}
