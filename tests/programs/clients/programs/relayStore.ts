import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { within } from '../../../support/within.ts';
import type { ClientProgram } from '../clientProgram.ts';
import { compile, download, runTool, writeGuide } from '../tools.ts';

interface FilmStore {
  loadFilm(): Promise<
    { readonly films?: { readonly nodes: readonly ({ readonly id: string } | null)[] } | null } | undefined
  >;
  followChanges(): { readonly changed: readonly string[]; dispose(): void };
  storedDocument(id: string): unknown;
}

export const program: ClientProgram = {
  client: 'Relay, store',
  package: 'relay-runtime',
  asserts: 'the environment of the guide: a film stays in the store after an event that names it',
  async run(graph, folder) {
    await download(graph, '/schema.graphql', folder);
    writeGuide('clients', 'relay/', graph, folder);
    const config = JSON.parse(await download(graph, '/docs/clients/relay.config.json', folder)) as object;
    writeFileSync(
      join(folder, 'relay.config.json'),
      JSON.stringify({ ...config, src: '.', artifactDirectory: './__generated__' }),
    );
    mkdirSync(join(folder, '__generated__'));
    await runTool('relay-compiler/cli.js', ['relay.config.json'], folder);
    assert.match(
      readFileSync(join(folder, '__generated__/filmStoreQuery.graphql.ts'), 'utf8'),
      /title: string/,
    );
    const store = await compile<FilmStore>(folder, 'filmStore.js');
    const id = (await store.loadFilm())?.films?.nodes[0]?.id as string;
    const before = store.storedDocument(id);
    assert.deepEqual(before, { __typename: 'Film', title: 'Lorenz’s butterfly' });
    const { changed, dispose } = store.followChanges();
    await graph.waitForSubscription();
    await graph.setTitle('lorenz', 'A butterfly');
    await within(10_000, () => assert.ok(changed.includes(id)));
    dispose();
    assert.deepEqual(
      store.storedDocument(id),
      before,
      'the event says that the film changed, and replaces nothing',
    );
    await graph.setTitle('lorenz', 'Lorenz’s butterfly');
  },
};
