import {
  type ASTNode,
  type ASTVisitor,
  GraphQLError,
  getNamedType,
  isInputObjectType,
  Kind,
  type OperationDefinitionNode,
  type ValidationRule,
} from 'graphql';

/**
 * Rejects a nullable variable as the value of a @oneOf input. The rule of graphql-js 16.15 does so only where the input itself
 * is nullable and not in a list.
 */
export const oneOfVariables: ValidationRule = (context) => {
  /** The names of @oneOf inputs, by the variable that is a value in one. */
  const inputs = new Map<ASTNode, string>();
  const operations: OperationDefinitionNode[] = [];
  return {
    OperationDefinition: (operation) => void operations.push(operation),
    ObjectField({ value }) {
      const type = context.getParentInputType();
      const named = type && getNamedType(type);
      const isReportedByGraphQL = type === named;
      if (value.kind === Kind.VARIABLE && isInputObjectType(named) && named.isOneOf && !isReportedByGraphQL)
        inputs.set(value, named.name);
    },
    Document: {
      leave() {
        for (const operation of operations)
          for (const { node } of context.getRecursiveVariableUsages(operation)) {
            const input = inputs.get(node);
            const definition = operation.variableDefinitions?.find(
              ({ variable }) => variable.name.value === node.name.value,
            );
            if (input === undefined || !definition || definition.type.kind === Kind.NON_NULL_TYPE) continue;
            const message = `Variable "$${node.name.value}" must be non-nullable to be used for OneOf Input Object "${input}".`;
            context.reportError(new GraphQLError(message, { nodes: [definition, node] }));
          }
      },
    },
  } satisfies ASTVisitor;
};

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
