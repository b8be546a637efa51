import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  buildASTSchema,
  type DocumentNode,
  GraphQLError,
  GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  print,
  Source,
  type StringValueNode,
  separateOperations,
  validate,
  visit,
} from 'graphql';
import { readUtf8 } from '../../config/readUtf8.ts';
import { documentId } from '../../graphql/operations/persisted/manifest.ts';
import { describeWithLocation, locationOf } from '../../graphql/schema/model/modelError.ts';
import { inputSchemaOf, type JsonSchema } from './inputSchema.ts';

/** The directives of registered operations. They are not part of the executed document. */
const DIRECTIVES = parse(`
  directive @page(path: String!) on FIELD | INLINE_FRAGMENT
  directive @resource(uri: String!) on QUERY
  type Query { unused: Boolean }
`);

/** An operation that assistants can execute by its name. */
export interface McpOperation {
  /** In snake case, e.g. `find_moments`. */
  readonly name: string;
  /** The name as words, e.g. `Find moments`. */
  readonly title: string;
  readonly description: string;
  /** With the directives `@page`. */
  readonly document: DocumentNode;
  /** The executed text, and its SHA-256 in hexadecimal. */
  readonly text: string;
  readonly hash: string;
  readonly inputSchema: JsonSchema;
  readonly isQuery: boolean;
  /** The URI template of resources whose content is the result; undefined if the operation is only a tool. */
  readonly resourceUri: string | undefined;
}

interface McpOperationOptions {
  readonly allowsMutations: boolean;
  /** True if the schema lacks a provider: files with operations that need it are left out. */
  readonly omitsInvalid?: boolean;
}

/**
 * Reads the registered operations of a folder: one named operation or several in each `.graphql` file. Returns none if there
 * is no folder.
 * @throws Error with the faults of all files: file, line and fix
 */
export function readMcpOperations(
  folder: string,
  schema: GraphQLSchema,
  { allowsMutations, omitsInvalid = false }: McpOperationOptions,
): McpOperation[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.graphql')) : [];
  const extended = withDirectives(schema);
  const faults: string[] = [];
  const operations = files.toSorted().flatMap((file) => {
    const path = join(folder, file);
    try {
      const document = parse(new Source(readUtf8(path), relative(process.cwd(), path)));
      const errors = validate(extended, document).map(describeWithLocation);
      if (!omitsInvalid) faults.push(...errors);
      if (errors.length > 0) return [];
      return Object.values(separateOperations(document)).map((each) =>
        readOperation(each, schema, allowsMutations),
      );
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      faults.push(describeWithLocation(error));
      return [];
    }
  });
  const found = operations.filter((operation) => {
    if (typeof operation === 'string') faults.push(operation);
    return typeof operation !== 'string';
  }) as McpOperation[];
  if (faults.length > 0)
    throw new Error(
      `the operations for assistants have faults:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
  return found;
}

/** @returns the operation, or its fault */
function readOperation(
  document: DocumentNode,
  schema: GraphQLSchema,
  allowsMutations: boolean,
): McpOperation | string {
  const operation = document.definitions.find(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  ) as OperationDefinitionNode;
  const at = locationOf(operation);
  const name = operation.name?.value;
  const description = operation.description?.value.trim();
  if (name === undefined) return `${at} expected a named operation, got one without a name; name it`;
  if (!description)
    return `${at} expected a description of ${name}, which tells assistants what it returns, got none; add one in front of it`;
  if (operation.operation === OperationTypeNode.SUBSCRIPTION)
    return `${at} expected a query, got the subscription ${name}; remove it`;
  const isQuery = operation.operation === OperationTypeNode.QUERY;
  if (!isQuery && !allowsMutations)
    return `${at} expected a query, got the mutation ${name}; remove it, or set MCP_MUTATIONS=on`;
  const executed = withoutDirectives(document);
  const text = print(executed);
  return {
    name: snakeCase(name),
    title: titleOf(name),
    description,
    document,
    text,
    hash: documentId(text),
    inputSchema: inputSchemaOf(operation, schema),
    isQuery,
    resourceUri: resourceUriOf(operation),
  };
}

function resourceUriOf({ directives }: OperationDefinitionNode): string | undefined {
  const value = directives?.find(({ name }) => name.value === 'resource')?.arguments?.[0]?.value;
  return (value as StringValueNode | undefined)?.value;
}

const withDirectives = (schema: GraphQLSchema): GraphQLSchema => {
  const added = buildASTSchema(DIRECTIVES)
    .getDirectives()
    .filter(({ name }) => name === 'page' || name === 'resource');
  return new GraphQLSchema({
    ...schema.toConfig(),
    directives: [...schema.getDirectives(), ...added],
    assumeValid: true,
  });
};

/** Returns the document without the directives of registered operations, and without descriptions. */
const withoutDirectives = (document: DocumentNode): DocumentNode =>
  visit(document, {
    Directive: ({ name }) => (name.value === 'page' || name.value === 'resource' ? null : undefined),
    OperationDefinition: (node) => ({ ...node, description: undefined }),
    VariableDefinition: (node) => ({ ...node, description: undefined }),
  });

const snakeCase = (name: string): string => name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();

const titleOf = (name: string): string => {
  const words = snakeCase(name).replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};
