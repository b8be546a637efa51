import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recipeCues, recipeDocuments, recipeSdl } from '../../../tests/support/recipeDocuments.ts';
import { createGroqEvaluator, modelOf, startSearchHarness } from '../../../tests/support/searchHarness.ts';
import type { CaptionTrack } from '../../core/captionTrack.ts';
import { UpstreamError } from '../../core/errors.ts';
import { readRecords } from '../../providers/content/indexing.ts';
import { createIndexWriter } from '../../providers/search/indexing/writer.ts';
import { documentSettings } from '../../providers/search/settings.ts';
import { rebuildIndex } from './rebuild.ts';

let harness: Awaited<ReturnType<typeof startSearchHarness>>;

beforeAll(async () => {
  harness = await startSearchHarness();
});
afterAll(() => harness.close());

describe('index rebuild', () => {
  test('prints its progress', () => {
    expect(harness.progressLines).toEqual(['documents 45/45', 'moments 4', 'suggestions 46']);
  });

  test('stores the settings in Algolia', async () => {
    const settings = await harness.algolia.getSettings({ indexName: 'recipes_documents' });
    expect(settings).toMatchObject({
      typoTolerance: 'min',
      paginationLimitedTo: 1000,
      customRanking: ['desc(_createdAt)'],
      searchableAttributes: documentSettings(harness.model).searchableAttributes,
    });
  });

  test('replaces the old indexes, keeps their synonyms and removes temporary indexes', async () => {
    const synonym = { objectID: 's', type: 'synonym' as const, synonyms: ['leek', 'allium'] };
    const { taskID } = await harness.algolia.saveSynonym({
      indexName: 'recipes_documents',
      objectID: 's',
      synonymHit: synonym,
    });
    await harness.algolia.waitForTask({ indexName: 'recipes_documents', taskID });
    await rebuildIndex(harness.sources);
    const { items } = await harness.algolia.listIndices();
    expect(items.map(({ name }) => name).sort()).toEqual([
      'recipes_documents',
      'recipes_moments',
      'recipes_suggestions',
    ]);
    const { data } = await harness.query('{ search(query: "allium") { totalCount } }');
    expect(data.search.totalCount).toBe(32);
  });

  test('replaces the synonyms of the model, and finds them in documents and moments', async () => {
    const indexes = {
      ...harness.indexes,
      synonyms: [
        ['saffron', 'crocus'],
        ['broth', 'pot liquor'],
      ],
    };
    await rebuildIndex({ ...harness.sources, indexes });
    const source =
      '{ word: search(query: "crocus") { totalCount } phrase: moments(query: "pot liquor") { totalCount } }';
    const { data } = await harness.query(source);
    expect(data).toEqual({ word: { totalCount: 40 }, phrase: { totalCount: 2 } });
    await rebuildIndex(harness.sources);
    harness.renewClient();
    const { data: later } = await harness.query(source);
    expect(later).toEqual({ word: { totalCount: 0 }, phrase: { totalCount: 0 } });
    const { hits } = await harness.algolia.searchSynonyms({ indexName: 'recipes_documents' });
    expect(hits.map(({ objectID }) => objectID)).toEqual(['s']);
  });

  test('removes records of deleted documents', async () => {
    const remaining = recipeDocuments.filter(({ _id }) => _id !== 'recipe-39');
    const { model } = harness;
    const readDocuments = (last: string) =>
      readRecords(
        createGroqEvaluator(remaining),
        model,
        model.documents.filter(({ name }) => name !== 'Book'),
        last,
      );
    await rebuildIndex({ ...harness.sources, readDocuments });
    await expect(harness.record('recipe-39')).rejects.toThrow(/does not exist/i);
    await rebuildIndex(harness.sources);
    expect(await harness.record('recipe-39')).toMatchObject({ _type: 'recipe' });
  });

  test('leaves the indexes unchanged and removes temporary indexes when the content service fails', async () => {
    const readDocuments = async () => {
      throw new UpstreamError('content', 'UPSTREAM_UNAVAILABLE', new Error('down'));
    };
    await expect(rebuildIndex({ ...harness.sources, readDocuments })).rejects.toMatchObject({
      message: expect.stringContaining('content service is not available'),
    });
    const { items } = await harness.algolia.listIndices();
    expect(items).toHaveLength(3);
    expect(await harness.record('recipe-39')).toMatchObject({ _type: 'recipe' });
    expect(await harness.record('recipe-04:en:1000', 'recipes_moments')).toMatchObject({
      asset: 'asset-four',
    });
  });

  test('keeps and names the moments of captions that cannot be read, and replaces everything else', async () => {
    const failure = new UpstreamError('media', 'UPSTREAM_UNAVAILABLE', new Error('down'));
    const readCues = async (asset: string) => {
      if (asset === 'asset-three') throw failure;
      const [english] = await recipeCues(asset);
      const cues = (english as CaptionTrack).cues.map((cue) => ({ ...cue, text: `Read again: ${cue.text}` }));
      return [
        { track: 'four-en', language: 'en', cues },
        { track: 'four-de', language: 'de', cues: [], error: failure },
      ];
    };
    try {
      const { documents, moments, skipped } = await rebuildIndex({ ...harness.sources, readCues });
      expect({ documents, moments }).toEqual({ documents: 45, moments: 4 });
      expect(skipped.moments).toEqual([
        { objectID: 'recipe-03:asset-three', reason: expect.stringMatching(/cannot be read: .*down/) },
        { objectID: 'recipe-04:asset-four:four-de', reason: expect.stringMatching(/cannot be read: .*down/) },
      ]);
      expect(await harness.record('recipe-03:en:3000', 'recipes_moments')).toMatchObject({
        text: 'Then the saffron goes in, <slowly>.',
      });
      expect(await harness.record('recipe-04:en:1000', 'recipes_moments')).toMatchObject({
        text: expect.stringMatching(/^Read again/),
      });
    } finally {
      await rebuildIndex(harness.sources);
    }
  });

  test('indexes the captions of every asset in a list of ids or of mux.video objects', async () => {
    const stamps = { _rev: 'r', _createdAt: '2026-01-01T00:00:00Z', _updatedAt: '2026-01-01T00:00:00Z' };
    const video = (asset?: string) => ({ _type: 'mux.video', ...(asset && { asset: { _ref: asset } }) });
    const lists = await startSearchHarness({
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
      for (const id of ['show-ids:en:500', 'show-ids:asset-four:en:1000', 'show-objects:en:1000'])
        expect(await lists.record(id, 'recipes_moments')).toMatchObject({ objectID: id });
    } finally {
      await lists.close();
    }
  });

  test('serves searches from the old index until it ends', async () => {
    let isDone = false;
    const rebuilt = rebuildIndex(harness.sources).finally(() => {
      isDone = true;
    });
    const totals = new Set<number>();
    while (!isDone)
      totals.add((await harness.query('{ search(query: "") { totalCount } }')).data.search.totalCount);
    await rebuilt;
    expect([...totals]).toEqual([45]);
  });

  test('rejects a page of documents that repeats the previous one', async () => {
    const page = await harness.sources.readDocuments('');
    const repeating = { ...harness.sources, readDocuments: async () => page };
    await expect(rebuildIndex(repeating)).rejects.toThrow(/expected documents after/);
  });
});

test('index writer: names the missing variable when it has no key', () => {
  const { writeKey: _, ...config } = harness.config;
  expect(() => createIndexWriter(config, harness.indexes.names)).toThrow(/set ALGOLIA_WRITE_KEY/);
});

test('search resolvers: do not exist when no field is searchable', async () => {
  const model = modelOf(recipeSdl.replace(/@searchable(\([^)]*\))?/g, '').replace(/@related\([^)]*\)/g, ''));
  const { createSearchResolvers } = await import('../../providers/search/resolvers.ts');
  expect(createSearchResolvers(model)).toEqual({});
});
