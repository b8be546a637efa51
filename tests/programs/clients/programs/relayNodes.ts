import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, type GraphQLInterfaceType, type GraphQLObjectType, getNamedType } from 'graphql';
import type { ClientProgram } from '../clientProgram.ts';
import { download, runTool } from '../tools.ts';

export const program: ClientProgram = {
  client: 'Relay, nested lists',
  package: 'relay-compiler',
  asserts: '@refetchable on every type with an id, with pages of each of its lists',
  async run(graph, folder) {
    const schema = buildSchema(await download(graph, '/schema.graphql', folder));
    await download(graph, '/docs/clients/relay.config.json', folder);
    const types = schema.getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType);
    assert.ok(types.length >= 5, `expected at least 5 types with an id, got ${types.length}`);
    mkdirSync(join(folder, 'src'));
    const fragments = types.flatMap(fragmentsOf);
    writeFileSync(
      join(folder, 'src/Nodes.ts'),
      `import { graphql } from 'react-relay';\n\n${fragments.map(({ text }) => `graphql\`${text}\`;\n`).join('\n')}`,
    );
    await runTool('relay-compiler/cli.js', [], folder);
    for (const { name } of fragments)
      assert.ok(
        existsSync(join(folder, `src/__generated__/${name}Query.graphql.ts`)),
        `expected the query that reloads ${name}`,
      );
    assert.ok(fragments.some(({ text }) => text.includes('@connection')));
  },
};

interface Fragment {
  readonly name: string;
  readonly text: string;
}

/** Returns a fragment for the fields of a type, and one for each of its lists with pages. */
function fragmentsOf(type: GraphQLObjectType): readonly Fragment[] {
  const connections = Object.values(type.getFields()).filter((field) =>
    getNamedType(field.type).name.endsWith('Connection'),
  );
  const fragment = (part: string, variables: string, selection: string): Fragment => {
    const name = `Nodes_${type.name}${part}`;
    return {
      name,
      text: `fragment ${name} on ${type.name} @refetchable(queryName: "${name}Query") ${variables} { ${selection} }`,
    };
  };
  return [
    fragment('', '', '__typename id'),
    ...connections.map(({ name }) =>
      fragment(
        `_${name}`,
        '@argumentDefinitions(first: { type: "Int", defaultValue: 2 }, after: { type: "String" })',
        `${name}(first: $first, after: $after) @connection(key: "Nodes_${type.name}_${name}_${name}") { edges { node { id } } }`,
      ),
    ),
  ];
}
