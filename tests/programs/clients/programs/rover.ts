import assert from 'node:assert/strict';
import {
  buildClientSchema,
  buildSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionOptions,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import type { ClientProgram } from '../clientProgram.ts';

/** Selects what `rover graph introspect` of rover 0.3x selects. */
const ROVER: IntrospectionOptions = { inputValueDeprecation: true };
const NEWEST: IntrospectionOptions = {
  ...ROVER,
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  oneOf: true,
};
const print = (schema: GraphQLSchema) => printSchema(lexicographicSortSchema(schema));
/** Removes what rover does not select. */
const withoutNewParts = (sdl: string) =>
  sdl
    .replace(/^"""[^"]*"""\nschema \{[^}]*\}\n\n/, '')
    .replaceAll(/ (@oneOf\b|@specifiedBy\(url: "[^"]*"\)|repeatable(?= on ))/g, '');

export const program: ClientProgram = {
  client: 'rover introspection',
  asserts: 'introspection of rover and of graphql-js describes the schema of /schema.graphql',
  async run({ origin, url }) {
    const sdl = print(buildSchema(await (await fetch(`${origin}/schema.graphql`)).text()));
    assert.match(sdl, /^input FilmBy @oneOf/m);
    assert.equal(print(await introspect(url, NEWEST)), sdl);
    assert.equal(print(await introspect(url, ROVER)), withoutNewParts(sdl));
  },
};

/** Sends an introspection query as rover does. */
async function introspect(url: string, options: IntrospectionOptions): Promise<GraphQLSchema> {
  const operationName = 'GraphIntrospectQuery';
  const query = getIntrospectionQuery(options).replace('IntrospectionQuery', operationName);
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'apollographql-client-name': 'rover-client',
    },
    body: JSON.stringify({ query, variables: {}, operationName }),
  });
  assert.equal(response.status, 200);
  const { data, errors } = (await response.json()) as { data: never; errors?: unknown };
  assert.equal(errors, undefined);
  return buildClientSchema(data);
}
