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

/** What a tab begins with: an operation, and its variables as JSON. */
export interface Example {
  readonly query: string;
  readonly variables?: string;
}

/** Rows of the operation that is made up where no example fits. */
const ROWS = 5;

/**
 * The tabs of somebody's first visit: the examples this schema can answer, or an operation of its own making when the
 * graph serves another model. Without a schema all examples are offered.
 */
export function tabsFor(schema: GraphQLSchema | undefined, examples: readonly Example[]): Example[] {
  if (!schema) return [...examples];
  const fitting = examples.filter(({ query }) => validate(schema, parse(query)).length === 0);
  return fitting.length > 0 ? fitting : [{ query: firstList(schema) ?? '{\n  __typename\n}\n' }];
}

/** An operation over the first list of documents that needs no arguments; nothing when there is none. */
function firstList(schema: GraphQLSchema): string | undefined {
  for (const field of freeFields(schema.getQueryType())) {
    const nodes = freeFields(getNamedType(field.type)).find(({ name }) => name === 'nodes');
    const leaves =
      nodes && freeFields(getNamedType(nodes.type)).filter(({ type }) => isLeafType(getNamedType(type)));
    if (!leaves?.length) continue;
    const selection = leaves.map(({ name }) => `      ${name}`).join('\n');
    return `{\n  ${field.name}(first: ${ROWS}) {\n    nodes {\n${selection}\n    }\n  }\n}\n`;
  }
  return undefined;
}

/** The fields of an object type that can be asked for without arguments. */
function freeFields(type: unknown): GraphQLField<unknown, unknown>[] {
  if (!isObjectType(type)) return [];
  return Object.values((type as GraphQLObjectType).getFields()).filter(
    ({ args }) => !args.some(isRequiredArgument),
  );
}
