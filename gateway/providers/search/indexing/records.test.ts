import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recipeDocuments, type SanityDocument } from '../../../../tests/support/recipeDocuments.ts';
import { createGroqEvaluator, startSearchHarness } from '../../../../tests/support/searchHarness.ts';
import { UpstreamError } from '../../../core/errors.ts';
import { indexedTypes } from '../../../sync/index/modelIndexes.ts';
import type { ContentQuery } from '../../content/client.ts';
import { readRecords } from '../../content/indexing.ts';

let harness: Awaited<ReturnType<typeof startSearchHarness>>;

beforeAll(async () => {
  harness = await startSearchHarness();
});
afterAll(() => harness.close());

describe('document record', () => {
  test('contains each searchable field in its own structure, and nothing else', async () => {
    const { tags, method, ...rest } = await harness.record('recipe-00');
    expect(tags).toEqual(['quick']);
    expect(method).toMatch(/^Begin the day before\..*while it is warm\.$/s);
    expect(rest).toEqual({
      objectID: 'recipe-00',
      _id: 'recipe-00',
      _type: 'recipe',
      _rev: 'rev-recipe-00',
      _createdAt: expect.any(Number),
      _updatedAt: expect.stringMatching(/^2026-/),
      title: 'Noodle Soup No. 0',
      summary: 'A dish for a rainy evening',
      minutes: 10,
      season: 'SPRING',
      cuisines: [{ id: 'cuisine-thai', slug: 'thai', title: 'Thai cooking' }],
      ingredients: [
        {
          name: 'saffron',
          unit: 'g',
          producer: { id: 'cook-ada', slug: 'cook-ada', title: 'Ada Marchetti' },
        },
        { name: 'water' },
      ],
      inspiredBy: [
        { id: 'cook-ada', slug: 'cook-ada', title: 'Ada Marchetti' },
        { id: 'book-salt', slug: 'salt-and-time', title: 'Salt and Time' },
      ],
    });
  });

  test('omits missing values and dangling references', async () => {
    const { summary, cuisines } = await harness.record('recipe-07');
    expect(summary).toBeUndefined();
    expect(cuisines).toEqual([{ id: 'cuisine-japanese', slug: 'japanese', title: 'Japanese cooking' }]);
  });

  test('exists for each document of a searchable type and for no other', async () => {
    expect(harness.report).toMatchObject({
      documents: 45,
      moments: 4,
      shortened: [],
      skipped: { documents: [], moments: [], suggestions: [] },
    });
    await expect(harness.record('book-salt')).rejects.toThrow(/ObjectID does not exist/i);
  });

  test('is read once by paging', async () => {
    const many = Array.from({ length: 2300 }, (_, i) => ({
      ...(recipeDocuments[0] as SanityDocument),
      _id: `cuisine-${String((i * 7919) % 2300).padStart(5, '0')}`,
    }));
    const cuisines = harness.model.documents.filter(({ name }) => name === 'Cuisine');
    const seen: string[] = [];
    for (let last = ''; ; last = seen.at(-1) as string) {
      const { rows, total } = await readRecords(createGroqEvaluator(many), harness.model, cuisines, last);
      expect(total).toBe(2300);
      if (rows.length === 0) break;
      seen.push(...rows.map(({ objectID }) => objectID));
    }
    expect(seen).toEqual(many.map(({ _id }) => _id).sort());
  });

  test('is read in smaller pages if a page exceeds the size of a response', async () => {
    const evaluator = createGroqEvaluator(recipeDocuments);
    const tooLarge = new UpstreamError('content', 'UPSTREAM_TOO_LARGE', new Error('above 64 MB'));
    const client = {
      query: async (query: ContentQuery) => {
        if (!query.groq.includes('[0...10]')) throw tooLarge;
        return evaluator.query(query);
      },
    };
    const types = indexedTypes(harness.model);
    const seen: string[] = [];
    for (let last = ''; ; last = seen.at(-1) as string) {
      const { rows } = await readRecords(client, harness.model, types, last);
      if (rows.length === 0) break;
      expect(rows.length).toBeLessThanOrEqual(10);
      seen.push(...rows.map(({ objectID }) => objectID));
    }
    expect(seen).toHaveLength(45);
  });
});

describe('moment record', () => {
  test('contains a cue with its document, asset, language and times', async () => {
    expect(await harness.record('recipe-03:en:3000', 'recipes_moments')).toEqual({
      objectID: 'recipe-03:en:3000',
      document: 'recipe-03',
      _type: 'recipe',
      asset: 'asset-three',
      track: 'three-en',
      moment: 'asset-three:3000',
      language: 'en',
      documentFacets: {
        minutes: 25,
        season: 'WINTER',
        tags: ['x OR y', 'slow'],
        cuisines: [{ slug: 'japanese' }, { slug: 'thai' }],
      },
      start: 3,
      end: 6.25,
      text: 'Then the saffron goes in, <slowly>.',
    });
  });

  test('finds the asset in the structure of the upload plugin', async () => {
    expect(await harness.record('recipe-04:en:1000', 'recipes_moments')).toMatchObject({
      asset: 'asset-four',
    });
  });
});
