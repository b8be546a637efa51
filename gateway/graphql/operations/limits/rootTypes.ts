import { GraphQLError, type ValidationRule } from 'graphql';

/**
 * Rejects an operation whose root type the schema does not have, as the schema of callers without scopes has no mutations. The rules
 * of graphql-js accept all its fields.
 */
export const rootTypes: ValidationRule = (context) => ({
  OperationDefinition(node) {
    if (context.getSchema().getRootType(node.operation)) return;
    context.reportError(
      new GraphQLError(`expected no ${node.operation}, got one; the schema that the caller sees has none`, {
        nodes: node,
      }),
    );
  },
});
