import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildSchema, type GraphQLSchema, getIntrospectionQuery } from 'graphql';
import type { ClientProgram, TestedGraph } from '../clientProgram.ts';
import { download, runTool } from '../tools.ts';

interface Conversion {
  readonly result: boolean;
  readonly reason?: string;
  readonly output?: readonly { readonly data: { readonly item: readonly Item[] } }[];
}

interface Item {
  readonly name: string;
  readonly item?: readonly Item[];
}

interface Postman {
  convert(
    source: { readonly type: 'string'; readonly data: string },
    options: object,
    done: (error: unknown, conversion: Conversion) => void,
  ): void;
}

export const program: ClientProgram = {
  client: 'Hive CLI, graphql-to-postman',
  package: '@graphql-hive/cli',
  asserts: 'Hive reads the file of /schema.graphql, Postman introspection: a request for each root field',
  async run(graph, folder) {
    const schema = buildSchema(await download(graph, '/schema.graphql', folder));
    await runTool('@graphql-hive/cli/bin/run', HIVE, folder);
    assert.match(readFileSync(join(folder, 'hive.graphql'), 'utf8'), /^type Film /m);
    const { output = [] } = await convert(await introspect(graph));
    const requests = output.flatMap(({ data }) => data.item.flatMap(({ item = [] }) => item));
    assert.deepEqual(requests.map(({ name }) => name).sort(), rootFields(schema));
  },
};

const HIVE = ['introspect', 'schema.graphql', '--write', 'hive.graphql'];

const rootFields = (schema: GraphQLSchema): string[] =>
  [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
    .flatMap((type) => Object.keys(type?.getFields() ?? {}))
    .sort();

/** Postman's parser of SDL is that of graphql-js 14, which knows no description of a schema. */
async function introspect({ url }: TestedGraph): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: getIntrospectionQuery() }),
  });
  const { data } = (await response.json()) as { data: object };
  return JSON.stringify(data);
}

async function convert(schema: string): Promise<Conversion> {
  const postman = createRequire(import.meta.url)('graphql-to-postman') as Postman;
  const conversion = await new Promise<Conversion>((resolve, reject) => {
    postman.convert({ type: 'string', data: schema }, {}, (error, result) =>
      error ? reject(error) : resolve(result),
    );
  });
  assert.equal(conversion.reason, undefined);
  return conversion;
}
