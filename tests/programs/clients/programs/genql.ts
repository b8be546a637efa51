import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { ClientProgram } from '../clientProgram.ts';
import { compile, runTool } from '../tools.ts';

interface Films {
  readFilm(url: string): Promise<unknown>;
}

export const program: ClientProgram = {
  client: 'genql',
  package: '@genql/cli',
  asserts: 'generation by introspection, types, a query with arguments',
  async run({ url }, folder) {
    const output = join(folder, 'generated');
    await runTool('@genql/cli/dist/cli.js', ['--endpoint', url, '--output', output], folder);
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
