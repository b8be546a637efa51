import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { ClientProgram } from '../clientProgram.ts';
import { compile, download, runTool } from '../tools.ts';

interface Films {
  readFilm(url: string): Promise<unknown>;
}

export const program: ClientProgram = {
  client: 'genql',
  package: '@genql/cli',
  asserts: 'generation from /schema.graphql, types, a query with arguments',
  async run(graph, folder) {
    const { url } = graph;
    const output = join(folder, 'generated');
    await download(graph, '/schema.graphql', folder);
    await runTool('@genql/cli/dist/cli.js', ['--schema', 'schema.graphql', '--output', output], folder);
    const { readFilm } = await compile<Films>(folder, 'films.js');
    assert.deepEqual(await readFilm(url), {
      title: 'Wheels within wheels',
      year: 1822,
      status: 'READY',
      topics: 2,
      chaotic: 5,
    });
  },
};
