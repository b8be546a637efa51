import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientProgram } from '../clientProgram.ts';
import { compile, download, runTool } from '../tools.ts';

interface FilmPages {
  pageBothWays(url: string, after: string): Promise<string[][]>;
}

/** The films in the order of their titles, with the cursor of each. */
const FILMS = '{ films(first: 100, orderBy: { field: TITLE }) { edges { cursor node { title } } } }';

export const program: ClientProgram = {
  client: 'Relay',
  package: 'relay-compiler',
  asserts: 'types by @semanticNonNull, pages of one connection forward and backward',
  async run(graph, folder) {
    const { url } = graph;
    await download(graph, '/schema.graphql', folder);
    mkdirSync(join(folder, '__generated__'));
    await runTool('relay-compiler/cli.js', ['relay.config.json'], folder);
    const { pageBothWays } = await compile<FilmPages>(folder, 'FilmPages.js');

    const response = await fetch(`${url}?${new URLSearchParams({ query: FILMS })}`);
    const { data } = (await response.json()) as {
      data: { films: { edges: { cursor: string; node: { title: string } }[] } };
    };
    const { edges } = data.films;
    const titles = edges.map(({ node }) => node.title);
    assert.ok(titles.length >= 10, `expected at least 10 films, got ${titles.length}`);
    assert.deepEqual(await pageBothWays(url, edges[2]?.cursor as string), [
      titles.slice(3, 5),
      titles.slice(3, 8),
      titles.slice(1, 8),
      ['next true', 'previous true'],
    ]);
  },
};
