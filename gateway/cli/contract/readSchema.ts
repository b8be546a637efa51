import { readFileSync } from 'node:fs';
import {
  buildClientSchema,
  buildSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
} from 'graphql';

const REQUEST_TIMEOUT_MS = 10_000;

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
  const text = /^https?:\/\//.test(source) ? await download(source, headers) : readFileSync(source, 'utf8');
  try {
    return parseSchema(text);
  } catch (error) {
    throw new Error(
      `${source}: expected SDL or the result of an introspection query, got another text (${(error as Error).message})`,
    );
  }
}

function parseSchema(text: string): GraphQLSchema {
  if (!text.trimStart().startsWith('{')) return buildSchema(text);
  const result = JSON.parse(text) as { readonly data?: IntrospectionQuery } & IntrospectionQuery;
  return buildClientSchema(result.data ?? result);
}

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
  });
  const text = await response.text();
  if (!response.ok)
    throw new Error(
      `${url}: expected a schema, got status ${response.status}; send a key with --header if it is needed`,
    );
  return text;
}
