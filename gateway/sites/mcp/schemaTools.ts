import { fromJsonSchema, type JsonSchemaType, type McpServer } from '@modelcontextprotocol/server';
import { formatError } from '../../core/errors.ts';
import { resolveDocument } from '../../graphql/operations/persisted/resolveDocument.ts';
import { readVisibleDocument } from '../../graphql/operations/readDocument.ts';
import { RejectedOperation } from '../../graphql/operations/rejectedOperation.ts';
import { executeForAssistant, type McpCall, type McpGraph } from './mcpGraph.ts';
import { resultSchema } from './outputSchema.ts';
import { createSchemaSearch } from './schemaSearch.ts';
import { errorResult, outputSchema, ownResult, READ_ONLY, resultOfTool } from './toolResult.ts';

const MAX_FOUND_ENTRIES = 25;

/** Adds the tools for the schema to the server of a call, and `execute` for callers with its scope. */
type AddSchemaTools = (server: McpServer, call: McpCall) => void;

/** Creates the function that adds the tools that every model has. */
export function createSchemaTools(graphql: McpGraph): AddSchemaTools {
  const { graph } = graphql;
  const searchSchema = createSchemaSearch();
  return (server, call) => {
    const { audience, caller } = call.principal;
    server.registerTool('search_schema', SEARCH_SCHEMA_TOOL, ({ query }) =>
      ownResult({ found: searchSchema(graph.visibleSchemas(audience.scopes), query, MAX_FOUND_ENTRIES) }),
    );
    server.registerTool('validate', VALIDATE_TOOL, async ({ query }) => {
      const document = await resolveDocument(graph.persistedQueries, caller, { query });
      try {
        await readVisibleDocument(graph, call.principal, document);
        return ownResult({ valid: true });
      } catch (error) {
        if (!(error instanceof RejectedOperation)) throw error;
        return errorResult(error.errors.map((each) => formatError(each.toJSON(), each)));
      }
    });
    if (!audience.scopes.includes('mcp:execute')) return;
    server.registerTool('execute', EXECUTE_TOOL, async ({ query, variables, operationName }) => {
      const document = await resolveDocument(graph.persistedQueries, caller, { query });
      return resultOfTool(
        await executeForAssistant(graphql, call, {
          document,
          operationName: operationName ?? undefined,
          variables: variables ?? {},
          isReadOnly: true,
        }),
      );
    });
  };
}

const toolSchema = <T>(properties: Record<string, unknown>, required: readonly string[]) =>
  fromJsonSchema<T>({
    type: 'object',
    properties,
    required: [...required],
    additionalProperties: false,
  } as JsonSchemaType);

const ownSchema = (name: string, schema: Readonly<Record<string, unknown>>) =>
  outputSchema({
    type: 'object',
    properties: { [name]: schema },
    required: [name],
    additionalProperties: false,
  });

const QUERY_PROPERTY = { query: { type: 'string', description: 'The GraphQL document.' } };

const SEARCH_SCHEMA_TOOL = {
  title: 'Search the schema',
  description:
    'Finds types, fields, arguments and enum values of the GraphQL schema by words, with their types and descriptions.',
  inputSchema: toolSchema<{ query: string }>(
    { query: { type: 'string', description: 'Words, such as `search results`, or the name of a type.' } },
    ['query'],
  ),
  outputSchema: ownSchema('found', { type: 'array', items: { type: 'string' } }),
  annotations: READ_ONLY,
};
const VALIDATE_TOOL = {
  title: 'Validate a GraphQL document',
  description:
    'Checks a GraphQL document against the schema that the caller sees, without executing it. The errors of an invalid one are an error of the tool.',
  inputSchema: toolSchema<{ query: string }>(QUERY_PROPERTY, ['query']),
  outputSchema: ownSchema('valid', { const: true }),
  annotations: READ_ONLY,
};
const EXECUTE_TOOL = {
  title: 'Execute a GraphQL query',
  description:
    'Executes a GraphQL query. Find fields with search_schema first, and request few items: a result has at most 24,000 characters.',
  inputSchema: toolSchema<{
    query: string;
    variables?: Record<string, unknown> | null;
    operationName?: string | null;
  }>(
    {
      ...QUERY_PROPERTY,
      variables: { type: ['object', 'null'] },
      operationName: { type: ['string', 'null'] },
    },
    ['query'],
  ),
  outputSchema: outputSchema(resultSchema({ type: 'object' })),
  annotations: READ_ONLY,
};
