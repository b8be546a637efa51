import {
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLString,
  type OperationDefinitionNode,
  type ValueNode,
  valueFromAST,
} from 'graphql';
import { collectFields } from './selection.ts';

/** The place of a field in an operation. */
export type FieldPosition = Pick<
  GraphQLResolveInfo,
  'schema' | 'fragments' | 'operation' | 'path' | 'variableValues'
>;

type ArgumentsByKey = ReadonlyMap<string, ValueNode>;

/** By operation and name of the argument. An operation that is garbage-collected frees them. */
const known = new WeakMap<OperationDefinitionNode, Map<string, ArgumentsByKey>>();

/** Returns the text that the root field above a field has as this argument; undefined if it has none or null. */
export function rootArgument(info: FieldPosition, name: string): string | undefined {
  const byName = known.get(info.operation) ?? new Map<string, ArgumentsByKey>();
  known.set(info.operation, byName);
  const values = byName.get(name) ?? readArguments(info, name);
  byName.set(name, values);
  // Most operations have none, and prepared ones create the path only if it is read.
  if (values.size === 0) return undefined;
  let step = info.path;
  while (step.prev) step = step.prev;
  const value = values.get(String(step.key));
  const given = value && valueFromAST(value, GraphQLString, info.variableValues);
  return typeof given === 'string' ? given : undefined;
}

/** Returns the values of an argument of the root fields, by response key. */
function readArguments(info: FieldPosition, name: string): ArgumentsByKey {
  const { schema, operation } = info;
  const root = schema.getRootType(operation.operation) as GraphQLObjectType;
  const fields = collectFields(info, root, [{ set: operation.selectionSet, when: [] }]);
  return new Map(
    [...fields].flatMap(([key, nodes]) => {
      // GraphQL validation ensures that fields with the same response key have the same arguments.
      const argument = nodes[0]?.node.arguments?.find((given) => given.name.value === name);
      return argument ? [[key, argument.value] as const] : [];
    }),
  );
}
