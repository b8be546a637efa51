import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { kitchenDocuments, kitchenSdl } from '../../../tests/support/recipeDocuments.ts';
import { contentOver, modelOf, openKitchen } from '../../../tests/support/searchHarness.ts';
import { UpstreamError } from '../../core/errors.ts';
import { readRecords } from '../../providers/content/indexing.ts';
import { createSearchClient } from '../../providers/search/client.ts';
import { createIndexWriter } from '../../providers/search/writer.ts';
import { indexIsEmpty, rebuildIndex } from './rebuild.ts';

const never = new AbortController().signal;
let kitchen: Awaited<ReturnType<typeof openKitchen>>;

beforeAll(async () => {
  kitchen = await openKitchen();
});
afterAll(() => kitchen.close());

describe('a rebuild', () => {
  test('tells its progress in plain lines', () => {
    expect(kitchen.lines).toEqual(['documents 45/45', 'moments 4', 'suggestions 46']);
  });

  test('leaves no other index behind, and takes the place of the old one with its synonyms kept', async () => {
    const synonym = { objectID: 's', type: 'synonym' as const, synonyms: ['leek', 'allium'] };
    const { taskID } = await kitchen.algolia.saveSynonym({
      indexName: 'kitchen_documents',
      objectID: 's',
      synonymHit: synonym,
    });
    await kitchen.algolia.waitForTask({ indexName: 'kitchen_documents', taskID });
    await rebuildIndex(kitchen.sources);
    const { items } = await kitchen.algolia.listIndices();
    expect(items.map(({ name }) => name).sort()).toEqual([
      'kitchen_documents',
      'kitchen_moments',
      'kitchen_suggestions',
    ]);
    const { data } = await kitchen.ask('{ search(query: "allium") { totalCount } }');
    expect(data.search.totalCount).toBe(32);
  });

  test('forgets documents that are gone', async () => {
    const fewer = kitchenDocuments.filter(({ _id }) => _id !== 'recipe-39');
    const { model } = kitchen;
    const readDocuments = (last: string) =>
      readRecords(
        contentOver(fewer),
        model,
        model.documents.filter(({ name }) => name !== 'Book'),
        last,
      );
    await rebuildIndex({ ...kitchen.sources, readDocuments });
    await expect(kitchen.record('recipe-39')).rejects.toThrow(/does not exist/i);
    await rebuildIndex(kitchen.sources);
    expect(await kitchen.record('recipe-39')).toMatchObject({ _type: 'recipe' });
  });

  test('that fails half-way leaves the indexes as they were, and nothing beside them', async () => {
    const readCues = async () => {
      throw new UpstreamError('media', 'UPSTREAM_UNAVAILABLE', new Error('down'));
    };
    await expect(rebuildIndex({ ...kitchen.sources, readCues })).rejects.toThrow(
      /media service is not available/,
    );
    const { items } = await kitchen.algolia.listIndices();
    expect(items).toHaveLength(3);
    expect(await kitchen.record('recipe-39')).toMatchObject({ _type: 'recipe' });
    expect(await kitchen.record('recipe-04:en:1000', 'kitchen_moments')).toMatchObject({
      asset: 'asset-four',
    });
  });

  test('indexes the captions of every asset in a list of ids or of mux.video objects', async () => {
    const stamps = { _rev: 'r', _createdAt: '2026-01-01T00:00:00Z', _updatedAt: '2026-01-01T00:00:00Z' };
    const video = (asset?: string) => ({ _type: 'mux.video', ...(asset && { asset: { _ref: asset } }) });
    const lists = await openKitchen({
      sdl: 'type Show @document { title: String! @searchable episodes: [Video!] @asset }',
      documents: [
        { _id: 'show-ids', _type: 'show', ...stamps, episodes: ['asset-three', 'asset-four'] },
        { _id: 'show-objects', _type: 'show', ...stamps, episodes: [video(), video('mux-four')] },
        { _id: 'show-none', _type: 'show', ...stamps },
        { _id: 'mux-four', _type: 'mux.videoAsset', ...stamps, assetId: 'asset-four' },
      ],
    });
    try {
      const { rows } = await lists.sources.readDocuments('');
      expect(rows.map((row) => row['@assets'])).toEqual([
        ['asset-three', 'asset-four'],
        [],
        [null, 'asset-four'],
      ]);
      for (const id of ['show-ids:en:500', 'show-ids:en:1000', 'show-objects:en:1000'])
        expect(await lists.record(id, 'kitchen_moments')).toMatchObject({ objectID: id });
    } finally {
      await lists.close();
    }
  });

  test('answers searches all the while', async () => {
    let done = false;
    const rebuilt = rebuildIndex(kitchen.sources).finally(() => {
      done = true;
    });
    const totals = new Set<number>();
    while (!done)
      totals.add((await kitchen.ask('{ search(query: "") { totalCount } }')).data.search.totalCount);
    await rebuilt;
    expect([...totals]).toEqual([45]);
  });

  test('refuses a page that does not go on', async () => {
    const page = await kitchen.sources.readDocuments('');
    const again = { ...kitchen.sources, readDocuments: async () => page };
    await expect(rebuildIndex(again)).rejects.toThrow(/expected documents after/);
  });
});

test('an index that was never built is empty, and one that was is not', async () => {
  const elsewhere = createSearchClient({ ...kitchen.config, indexPrefix: 'elsewhere' });
  expect(await indexIsEmpty(elsewhere, never)).toBe(true);
  expect(await indexIsEmpty(kitchen.client, never)).toBe(false);
});

test('an index that cannot be asked is not taken for an empty one', async () => {
  const stranger = createSearchClient({ ...kitchen.config, searchKey: 'wrong' });
  await expect(indexIsEmpty(stranger, never)).rejects.toThrow(/rejected the request/);
});

test('a writer without a key says which variable is missing', () => {
  const { writeKey: _, ...config } = kitchen.config;
  expect(() => createIndexWriter(config)).toThrow(/set ALGOLIA_WRITE_KEY/);
});

test('the model says nothing of search when nothing in it is searchable', async () => {
  const model = modelOf(kitchenSdl.replace(/@searchable(\([^)]*\))?/g, '').replace(/@related\([^)]*\)/g, ''));
  const { createSearchResolvers } = await import('../../providers/search/resolvers.ts');
  expect(createSearchResolvers(model)).toEqual({});
});
