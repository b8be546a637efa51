import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  parse,
  validate,
} from 'graphql';
import type { OperationText } from './operations.ts';

/** Page size of a generated operation. */
const PAGE_SIZE = 5;

/** Returns the examples that are valid for the schema, or a generated operation if none is. */
export function fittingExamples(
  schema: GraphQLSchema,
  examples: readonly OperationText[],
): readonly OperationText[] {
  const valid = examples.filter(({ query }) => isValidFor(schema, query));
  if (valid.length > 0) return valid;
  return [{ query: listOperation(schema) ?? '{\n  __typename\n}\n', variables: '' }];
}

/** Returns whether a document is valid for the schema. */
function isValidFor(schema: GraphQLSchema, query: string): boolean {
  try {
    return validate(schema, parse(query)).length === 0;
  } catch {
    return false;
  }
}

/** Returns an operation on the first connection without required arguments; undefined if there is none. */
function listOperation(schema: GraphQLSchema): string | undefined {
  for (const field of fieldsWithoutArguments(schema.getQueryType())) {
    const nodes = fieldsWithoutArguments(getNamedType(field.type)).find(({ name }) => name === 'nodes');
    const leaves =
      nodes &&
      fieldsWithoutArguments(getNamedType(nodes.type)).filter(({ type }) => isLeafType(getNamedType(type)));
    if (!leaves?.length) continue;
    const selection = leaves.map(({ name }) => `      ${name}`).join('\n');
    return `{\n  ${field.name}(first: ${PAGE_SIZE}) {\n    nodes {\n${selection}\n    }\n  }\n}\n`;
  }
  return undefined;
}

/** Returns the fields of an object type without required arguments. */
function fieldsWithoutArguments(type: unknown): GraphQLField<unknown, unknown>[] {
  if (!isObjectType(type)) return [];
  return Object.values((type as GraphQLObjectType).getFields()).filter(
    ({ args }) => !args.some(isRequiredArgument),
  );
}
