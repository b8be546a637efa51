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

/** The operations of a guide of the documentation. */
export interface GuideExamples {
  readonly title: string;
  /** The address of the guide. */
  readonly path: string;
  readonly operations: readonly { readonly query: string; readonly variables?: Record<string, unknown> }[];
}

/** Page size of a generated operation. */
const PAGE_SIZE = 5;

/** Generated operations on lists. A model can have more than a hundred lists. */
const MAX_LISTS = 5;

/** Returns the examples that are valid for the schema, or generated operations if none is. */
export function fittingExamples(
  schema: GraphQLSchema,
  examples: readonly OperationText[],
): readonly OperationText[] {
  const valid = examples.filter(({ query }) => isValidFor(schema, query));
  if (valid.length > 0) return valid;
  const generated = [
    ...listOperations(schema),
    ...GENERAL_EXAMPLES.filter(({ query }) => isValidFor(schema, query)),
  ];
  return generated.length > 0 ? generated : [{ query: '{\n  __typename\n}\n', variables: '' }];
}

/** Returns the guides with the operations that are valid for the schema, without guides that have none. */
export const fittingGuides = (schema: GraphQLSchema, guides: readonly GuideExamples[]): GuideExamples[] =>
  guides
    .map((guide) => ({
      ...guide,
      operations: guide.operations.filter(({ query }) => isValidFor(schema, query)),
    }))
    .filter(({ operations }) => operations.length > 0);

/** Operations that are valid for most models. */
const GENERAL_EXAMPLES: readonly OperationText[] = [
  {
    query: `query Search($query: String!) {
  search(query: $query, first: ${PAGE_SIZE}) {
    totalCount
    edges {
      highlights {
        field
        segments {
          text
          matched
        }
      }
      node {
        __typename
      }
    }
  }
}
`,
    variables: '{\n  "query": "a"\n}\n',
  },
  {
    query: `# A subscription: it receives an event for each document that is
# published, changed or deleted.
subscription ContentChanged {
  contentChanged {
    documentId
    type
    kind
    changedAt
  }
}
`,
    variables: '',
  },
];

/** Returns whether a document is valid for the schema. */
function isValidFor(schema: GraphQLSchema, query: string): boolean {
  try {
    return validate(schema, parse(query)).length === 0;
  } catch {
    return false;
  }
}

/** Returns operations on the first connections without required arguments. */
const listOperations = (schema: GraphQLSchema): readonly OperationText[] =>
  fieldsWithoutArguments(schema.getQueryType())
    .flatMap((field) => {
      const nodes = fieldsWithoutArguments(getNamedType(field.type)).find(({ name }) => name === 'nodes');
      const leaves = nodes
        ? fieldsWithoutArguments(getNamedType(nodes.type)).filter(({ type }) =>
            isLeafType(getNamedType(type)),
          )
        : [];
      if (leaves.length === 0) return [];
      const selection = leaves.map(({ name }) => `      ${name}`).join('\n');
      const query = `{\n  ${field.name}(first: ${PAGE_SIZE}) {\n    nodes {\n${selection}\n    }\n  }\n}\n`;
      return [{ query, variables: '' }];
    })
    .slice(0, MAX_LISTS);

/** Returns the fields of an object type without required arguments. */
function fieldsWithoutArguments(type: unknown): GraphQLField<unknown, unknown>[] {
  if (!isObjectType(type)) return [];
  return Object.values((type as GraphQLObjectType).getFields()).filter(
    ({ args }) => !args.some(isRequiredArgument),
  );
}
