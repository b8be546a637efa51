import assert from 'node:assert/strict';
import type { ClientProgram } from '../clientProgram.ts';
import { compile, download, runTool } from '../tools.ts';

interface People {
  readPerson(url: string): Promise<unknown>;
}

export const program: ClientProgram = {
  client: 'gql.tada',
  package: 'gql.tada',
  asserts: 'types of /schema.graphql, @oneOf in variables, a query',
  async run(graph, folder) {
    const { url } = graph;
    await download(graph, '/schema.graphql', folder);
    await runTool('gql.tada/bin/cli.js', ['generate-output'], folder);
    const { readPerson } = await compile<People>(folder, 'people.js');
    assert.deepEqual(await readPerson(url), {
      name: 'Joseph Fourier',
      born: '1768-03-21',
      films: [{ title: 'Wheels within wheels' }],
    });
  },
};
