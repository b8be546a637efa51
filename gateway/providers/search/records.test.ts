import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recipeDocuments, type SanityDocument } from '../../../tests/support/recipeDocuments.ts';
import { createGroqEvaluator, modelOf, startSearchHarness } from '../../../tests/support/searchHarness.ts';
import { searchAttributes } from '../../core/model/searchRecord.ts';
import { readRecords } from '../content/indexing.ts';
import { MAX_RECORD_BYTES } from './records.ts';
import { documentSettings } from './settings.ts';
import { SuggestionTally } from './suggestions.ts';

const never = new AbortController().signal;
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
    expect(harness.report).toMatchObject({ documents: 45, moments: 4, shortened: [], oversized: [] });
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

describe('suggestion record', () => {
  test('counts documents with the title and references to them', async () => {
    // Ten recipes of the cuisine's own and ten more with it as their second, and the cuisine itself.
    const thai = recipeDocuments.filter((doc) => JSON.stringify(doc.cuisines ?? '').includes('cuisine-thai'));
    expect(await harness.record('thai cooking', 'recipes_suggestions')).toEqual({
      objectID: 'thai cooking',
      query: 'Thai cooking',
      popularity: thai.length + 1,
      nb_words: 2,
    });
  });
});

describe('index settings', () => {
  test('order attributes by weight; long texts and lists are unordered', () => {
    const { searchableAttributes } = documentSettings(
      modelOf(`
        type Poem @document {
          title: String @searchable(weight: 9)
          verses: RichText @searchable(weight: 4)
          poet: Poet @searchable(weight: 4)
          moods: [String!] @searchable(weight: 3)
          preface: RichText @searchable
        }
        type Poet @document { name: String @searchable(weight: 9) }
      `),
    );
    expect(searchableAttributes).toEqual([
      'title,name',
      'verses,poet.title',
      'unordered(moods)',
      'unordered(preface)',
    ]);
  });

  test('declare every facet, references by slug', () => {
    expect(documentSettings(harness.model).attributesForFaceting).toEqual([
      '_type',
      'minutes',
      'season',
      'tags',
      'cuisines.slug',
      'inspiredBy.slug',
    ]);
  });

  test('use the greatest weight of an attribute in several types', () => {
    const model = modelOf(`
      type A @document { words: String @searchable(weight: 2) other: String @searchable(weight: 3) }
      type B @document { words: String @searchable(weight: 7) }
    `);
    expect(searchAttributes(model).map(({ path, weight }) => [path, weight])).toEqual([
      ['words', 7],
      ['other', 3],
    ]);
  });

  test('are stored in Algolia', async () => {
    const settings = await harness.algolia.getSettings({ indexName: 'recipes_documents' });
    expect(settings).toMatchObject({
      removeWordsIfNoResults: 'lastWords',
      paginationLimitedTo: 1000,
      customRanking: ['desc(_createdAt)'],
      searchableAttributes: documentSettings(harness.model).searchableAttributes,
    });
  });

  test('end at recursive inline objects', () => {
    const model = modelOf(`
      type Tree @document { root: Branch @searchable }
      type Branch { label: String branches: [Branch!] }
    `);
    expect(searchAttributes(model).map(({ path }) => path)).toEqual(['root.label']);
  });
});

describe('record above the size limit', () => {
  const long = (words: number) => [
    {
      _type: 'block',
      _key: 'a',
      children: [{ _type: 'span', _key: 'b', text: 'größer '.repeat(words).trim() }],
    },
  ];
  const recipe = recipeDocuments.find(({ _id }) => _id === 'recipe-01') as SanityDocument;

  test('shortens its longest text at a word end, and is reported', async () => {
    const small = await startSearchHarness({ documents: [{ ...recipe, method: long(3000) }] });
    try {
      expect(small.report).toMatchObject({ documents: 1, shortened: ['recipe-01: method'], oversized: [] });
      const { data } = await small.query('{ search(query: "größer") { totalCount } }');
      expect(data.search.totalCount).toBe(1);
      const { hits } = await small.client
        .search([{ indexName: 'recipes_documents', query: '', attributesToRetrieve: ['*'] }], never)
        .then(([result]) => result as { hits: Record<string, unknown>[] });
      const method = String(hits[0]?.method);
      expect(method).toMatch(/größer$/);
      const bytes = Buffer.byteLength(
        JSON.stringify({ ...hits[0], _highlightResult: undefined, _snippetResult: undefined }),
      );
      expect(bytes).toBeLessThanOrEqual(MAX_RECORD_BYTES);
      expect(bytes).toBeGreaterThan(MAX_RECORD_BYTES - 40);
    } finally {
      await small.close();
    }
  });

  test('is omitted and reported if no text can be shortened', async () => {
    const tags = Array.from({ length: 2000 }, (_, i) => `a label of some length ${i}`);
    const small = await startSearchHarness({ documents: [recipe, { ...recipe, _id: 'recipe-02', tags }] });
    try {
      expect(small.report).toMatchObject({ documents: 1, oversized: ['recipe-02'] });
    } finally {
      await small.close();
    }
  });
});

test('suggestions: a label that is no text is left out', () => {
  const model = modelOf('type Page @document { title: String @searchable }');
  const tally = new SuggestionTally();
  const row = { _type: 'page', _rev: '', _createdAt: '', _updatedAt: '', '@assets': [] };
  for (const [objectID, label] of [
    ['a', 'Waves'],
    ['b', 7],
    ['c', null],
  ] as const)
    tally.add(model, { ...row, objectID, '@label': label });
  expect(tally.records().map(({ query }) => query)).toEqual(['Waves']);
});
