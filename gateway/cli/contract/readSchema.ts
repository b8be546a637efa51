import { existsSync, readFileSync } from 'node:fs';
import { filterSchema } from '@graphql-tools/utils';
import {
  buildClientSchema,
  buildSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
} from 'graphql';

const REQUEST_TIMEOUT_MS = 10_000;
const SUBGRAPH_TYPES: ReadonlySet<string> = new Set(['_Any', '_Entity', '_Service']);
const SUBGRAPH_FIELDS: ReadonlySet<string> = new Set(['_entities', '_service']);

/**
 * Reads a schema from a file or a URL: SDL, the result of the introspection query as JSON, or an API to which that query is
 * sent.
 * @param headers of the request to a URL
 * @throws Error if the source cannot be read or is none of these
 */
export async function readSchema(
  source: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<GraphQLSchema> {
  const text = await readSource(source, headers);
  try {
    return withoutSubgraph(parseSchema(text));
  } catch (error) {
    throw new Error(
      `${source}: expected SDL or the result of an introspection query, got a text of which the parser says: ${(error as Error).message}`,
    );
  }
}

/** @throws Error that names the source */
async function readSource(source: string, headers: Readonly<Record<string, string>>): Promise<string> {
  if (/^https?:\/\//.test(source)) return download(source, headers);
  if (!existsSync(source)) throw new Error(`${source}: expected a file or a URL, got no such file`);
  return readFileSync(source, 'utf8');
}

function parseSchema(text: string): GraphQLSchema {
  if (!text.trimStart().startsWith('{')) return buildSchema(text);
  const result = JSON.parse(text) as { readonly data?: IntrospectionQuery } & IntrospectionQuery;
  return buildClientSchema(result.data ?? result);
}

/** Removes the parts of a subgraph of Apollo Federation (`FEDERATION=on`), which are not in the contract. */
const withoutSubgraph = (schema: GraphQLSchema): GraphQLSchema =>
  filterSchema({
    schema,
    typeFilter: (name) => !SUBGRAPH_TYPES.has(name),
    rootFieldFilter: (_operation, field) => !SUBGRAPH_FIELDS.has(field),
  });

/** Downloads a file with a schema, or sends the introspection query to an API. */
async function download(url: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const isFile = /\.(graphqls?|gql|json)$/.test(new URL(url).pathname);
  const query = getIntrospectionQuery({
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    inputValueDeprecation: true,
    oneOf: true,
  });
  const response = await fetch(url, {
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    ...(isFile
      ? { headers }
      : {
          method: 'POST',
          headers: {
            accept: 'application/graphql-response+json, application/json',
            'content-type': 'application/json',
            ...headers,
          },
          body: JSON.stringify({ query }),
        }),
  }).catch((error: Error) => {
    const { message } = (error.cause ?? error) as Error;
    throw new Error(`${url}: expected a schema, got no response (${message})`);
  });
  const text = await response.text();
  if (!response.ok)
    throw new Error(
      `${url}: expected a schema, got status ${response.status}; send a key with --header if it is needed`,
    );
  return text;
}

/** Reads headers of the form `name: value`. @throws Error if one has another form */
export const readHeaders = (headers: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    headers.map((header) => {
      const [, name, value] = /^([^:\s]+):\s*(.+)$/.exec(header) ?? [];
      if (name === undefined || value === undefined)
        throw new Error(
          `--header: expected \`name: value\`, got ${header.includes(':') ? 'no name or no value' : 'no colon'}`,
        );
      return [name, value];
    }),
  );
