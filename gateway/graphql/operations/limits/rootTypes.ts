import { GraphQLError, type ValidationRule } from 'graphql';

/**
 * Rejects an operation whose root type the schema does not have: the schema of callers without scopes has no mutations. The rules
 * of graphql-js accept all fields of such an operation.
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
