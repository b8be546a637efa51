import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildASTSchema,
  type DocumentNode,
  GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  print,
  type StringValueNode,
  separateOperations,
  validate,
  visit,
} from 'graphql';
import { upperFirst } from '../../core/model/model.ts';
import { documentId } from '../../graphql/operations/persisted/documentStore.ts';
import { describeWithLocation, locationOf } from '../../graphql/schema/model/modelError.ts';
import { GraphqlFileError, parseGraphqlFile } from '../../graphql/schema/model/parseGraphqlFile.ts';
import { inputSchemaOf } from './inputSchema.ts';
import type { JsonSchema } from './jsonSchema.ts';
import { dataSchemaOf, resultSchema } from './outputSchema.ts';

/** The directives of registered operations. They are not part of the executed document. */
const DIRECTIVES = parse(`
  directive @page(path: String!) on FIELD | INLINE_FRAGMENT
  directive @resource(uri: String!) on QUERY
  type Query { unused: Boolean }
`);

/** The tools that every server has. */
const SCHEMA_TOOLS: readonly string[] = ['search_schema', 'validate', 'execute'];
const PLACEHOLDER = /\{([^}]*)\}/g;

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
  readonly outputSchema: JsonSchema;
  readonly isQuery: boolean;
  /**
   * The URI of a resource whose content is the result, or the template of such URIs, whose placeholders are variables;
   * undefined if the operation is only a tool.
   */
  readonly resourceUri: string | undefined;
}

interface McpOperationOptions {
  /** True if the schema lacks a provider: files with operations that need it are left out. */
  readonly omitsInvalid?: boolean;
}

/**
 * Reads the registered operations of a folder: one named operation or several in each `.graphql` file. Returns none if there
 * is no folder.
 * @throws Error with the errors of all files: file, line and fix
 */
export function readMcpOperations(
  folder: string,
  schema: GraphQLSchema,
  options: McpOperationOptions = {},
): McpOperation[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.graphql')) : [];
  const extended = withDirectives(schema);
  const operations = new Map<string, McpOperation>();
  const errors: string[] = [];
  for (const file of files.toSorted()) {
    try {
      const document = parseGraphqlFile(join(folder, file));
      const invalid = validate(extended, document);
      if (!options.omitsInvalid) errors.push(...invalid.map(describeWithLocation));
      if (invalid.length > 0) continue;
      for (const each of Object.values(separateOperations(document))) {
        const node = operationOf(each);
        const tool = snakeCase(node.name?.value ?? '');
        const reason = operationError(node) ?? nameError(tool, operations);
        if (reason) errors.push(`${locationOf(node)} ${reason}`);
        else operations.set(tool, createOperation(tool, node, each, schema));
      }
    } catch (error) {
      if (!(error instanceof GraphqlFileError)) throw error;
      errors.push(error.message);
    }
  }
  if (errors.length > 0)
    throw new Error(
      `the operations for assistants have errors:\n${errors.map((error) => `  ${error}`).join('\n')}`,
    );
  return [...operations.values()];
}

const operationOf = (document: DocumentNode): OperationDefinitionNode =>
  document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION) as OperationDefinitionNode;

/** Returns why an operation cannot be served; undefined if it can. */
function operationError({
  operation,
  name,
  description,
  variableDefinitions = [],
  directives,
}: OperationDefinitionNode): string | undefined {
  if (name === undefined) return 'expected a named operation, got one without a name; name it';
  if (!description?.value.trim())
    return `expected a description of ${name.value}, which describes its result to assistants, got none; add one in front of it`;
  if (operation === OperationTypeNode.SUBSCRIPTION)
    return `expected a query or a mutation, got the subscription ${name.value}; remove it`;
  const uri = resourceUriOf({ directives });
  if (uri === undefined) return undefined;
  const variables = variableDefinitions.map(({ variable }) => variable.name.value);
  const placeholders = [...uri.matchAll(PLACEHOLDER)].map(([, placeholder]) => placeholder as string);
  const unknown = placeholders.find((placeholder) => !variables.includes(placeholder));
  if (unknown)
    return `expected the variables of ${name.value} in @resource(uri:), got {${unknown}}; rename it`;
  const missing = variableDefinitions.find(
    ({ type, defaultValue, variable }) =>
      type.kind === Kind.NON_NULL_TYPE && !defaultValue && !placeholders.includes(variable.name.value),
  )?.variable.name.value;
  return (
    missing &&
    `expected the required variables of ${name.value} in @resource(uri:), got none for $${missing}; add {${missing}}`
  );
}

/** Returns why a tool cannot have a name: each name has one tool. */
function nameError(tool: string, operations: ReadonlyMap<string, McpOperation>): string | undefined {
  if (!operations.has(tool) && !SCHEMA_TOOLS.includes(tool)) return undefined;
  return `expected a name that no other tool has, got ${tool}; rename the operation`;
}

function createOperation(
  name: string,
  node: OperationDefinitionNode,
  document: DocumentNode,
  schema: GraphQLSchema,
): McpOperation {
  const text = print(withoutDirectives(document));
  return {
    name,
    title: titleOf(name),
    description: node.description?.value.trim() ?? '',
    document,
    text,
    hash: documentId(text),
    inputSchema: inputSchemaOf(node, schema),
    outputSchema: resultSchema(dataSchemaOf(document, schema)),
    isQuery: node.operation === OperationTypeNode.QUERY,
    resourceUri: resourceUriOf(node),
  };
}

function resourceUriOf({ directives }: Pick<OperationDefinitionNode, 'directives'>): string | undefined {
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

const titleOf = (name: string): string => upperFirst(name.replaceAll('_', ' '));
