import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientProgram } from '../clientProgram.ts';
import { compile, runTool } from '../tools.ts';

interface FilmQueries {
  readFilms(url: string): Promise<unknown>;
}

export const program: ClientProgram = {
  client: 'graphql-codegen',
  package: '@graphql-codegen/client-preset',
  asserts: 'client preset from /schema.graphql, @oneOf, non-null types, fragments, a persisted document',
  async run({ origin, url }, folder) {
    const file = join(folder, 'codegen.json');
    const config = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...config, schema: `${origin}/schema.graphql` }));
    await runTool('@graphql-codegen/cli/esm/bin.js', ['--config', file], folder);
    const { readFilms } = await compile<FilmQueries>(folder, 'filmQueries.js');
    assert.deepEqual(await readFilms(url), [
      { title: 'The longest shore', year: 1980, topics: ['fractals', 'chaos'] },
      { title: 'Woven by rule', year: 1983, topics: ['automata', 'chaos', 'pattern'] },
    ]);
    await assertPersistedDocument(url, readFileSync(join(folder, 'gql/persisted-documents.json'), 'utf8'));
  },
};

/** Sends a document with its generated id, then the id alone. */
async function assertPersistedDocument(url: string, manifest: string): Promise<void> {
  const documents = Object.entries(JSON.parse(manifest) as Record<string, string>);
  const [documentId, query] = documents.find(([, text]) => text.includes('FilmsSince')) ?? [];
  assert.ok(documentId && query);
  const variables = { year: 1980, direction: 'ASC' };
  const stored = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, documentId, variables }),
  });
  assert.equal(stored.status, 200);
  const parameters = new URLSearchParams({ documentId, variables: JSON.stringify(variables) });
  const response = await fetch(`${url}?${parameters}`);
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), await stored.json());
}
