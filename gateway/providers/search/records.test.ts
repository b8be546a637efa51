import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Doc, kitchenDocuments } from '../../../tests/support/recipeDocuments.ts';
import { contentOver, modelOf, openKitchen } from '../../../tests/support/searchHarness.ts';
import { searchAttributes } from '../../core/model/searchRecord.ts';
import { readRecords } from '../content/indexing.ts';
import { RECORD_LIMIT } from './records.ts';
import { documentSettings } from './settings.ts';

const never = new AbortController().signal;
let kitchen: Awaited<ReturnType<typeof openKitchen>>;

beforeAll(async () => {
  kitchen = await openKitchen();
});
afterAll(() => kitchen.close());

describe('a record', () => {
  test('holds each searchable field in its own shape, and nothing else', async () => {
    const { tags, method, ...rest } = await kitchen.record('recipe-00');
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

  test('leaves out what is absent and references to nothing', async () => {
    const { summary, cuisines } = await kitchen.record('recipe-07');
    expect(summary).toBeUndefined();
    expect(cuisines).toEqual([{ id: 'cuisine-japanese', slug: 'japanese', title: 'Japanese cooking' }]);
  });

  test('exists for every document of a searchable type and for no other', async () => {
    expect(kitchen.report).toMatchObject({ documents: 45, moments: 4, shortened: [], oversized: [] });
    await expect(kitchen.record('book-salt')).rejects.toThrow(/ObjectID does not exist/i);
  });

  test('is read page by page without loss or repetition', async () => {
    const many = Array.from({ length: 2300 }, (_, i) => ({
      ...(kitchenDocuments[0] as Doc),
      _id: `cuisine-${String((i * 7919) % 2300).padStart(5, '0')}`,
    }));
    const cuisines = kitchen.model.documents.filter(({ name }) => name === 'Cuisine');
    const seen: string[] = [];
    for (let last = ''; ; last = seen.at(-1) as string) {
      const { rows, total } = await readRecords(contentOver(many), kitchen.model, cuisines, last);
      expect(total).toBe(2300);
      if (rows.length === 0) break;
      seen.push(...rows.map(({ objectID }) => objectID));
    }
    expect(seen).toEqual(many.map(({ _id }) => _id).sort());
  });
});

describe('a moment', () => {
  test('is a cue with its document, asset, language and times', async () => {
    expect(await kitchen.record('recipe-03:en:3000', 'kitchen_moments')).toEqual({
      objectID: 'recipe-03:en:3000',
      document: 'recipe-03',
      _type: 'recipe',
      asset: 'asset-three',
      track: 'three-en',
      moment: 'asset-three:3000',
      language: 'en',
      of: {
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

  test('belongs to the asset behind the shape of the upload plugin, too', async () => {
    expect(await kitchen.record('recipe-04:en:1000', 'kitchen_moments')).toMatchObject({
      asset: 'asset-four',
    });
  });
});

describe('a suggestion', () => {
  test('is a title, as popular as it is borne and referred to', async () => {
    // Ten recipes of the cuisine's own and ten more with it as their second, and the cuisine itself.
    const thai = kitchenDocuments.filter((doc) =>
      JSON.stringify(doc.cuisines ?? '').includes('cuisine-thai'),
    );
    expect(await kitchen.record('thai cooking', 'kitchen_suggestions')).toEqual({
      objectID: 'thai cooking',
      query: 'Thai cooking',
      popularity: thai.length + 1,
      nb_words: 2,
    });
  });
});

describe('the settings', () => {
  test('rank attributes by weight, equal ones together, long texts and lists without regard to place', () => {
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

  test('declare every facet, references by their slugs', () => {
    expect(documentSettings(kitchen.model).attributesForFaceting).toEqual([
      '_type',
      'minutes',
      'season',
      'tags',
      'cuisines.slug',
      'inspiredBy.slug',
    ]);
  });

  test('give an attribute of several types its greatest weight', () => {
    const model = modelOf(`
      type A @document { words: String @searchable(weight: 2) other: String @searchable(weight: 3) }
      type B @document { words: String @searchable(weight: 7) }
    `);
    expect(searchAttributes(model).map(({ path, weight }) => [path, weight])).toEqual([
      ['words', 7],
      ['other', 3],
    ]);
  });

  test('stand in the service as the model implies them', async () => {
    const settings = await kitchen.algolia.getSettings({ indexName: 'kitchen_documents' });
    expect(settings).toMatchObject({
      removeWordsIfNoResults: 'lastWords',
      paginationLimitedTo: 1000,
      customRanking: ['desc(_createdAt)'],
      searchableAttributes: documentSettings(kitchen.model).searchableAttributes,
    });
  });

  test('end inline objects that contain themselves', () => {
    const model = modelOf(`
      type Tree @document { root: Branch @searchable }
      type Branch { label: String branches: [Branch!] }
    `);
    expect(searchAttributes(model).map(({ path }) => path)).toEqual(['root.label']);
  });
});

describe('a record above the limit', () => {
  const long = (words: number) => [
    {
      _type: 'block',
      _key: 'a',
      children: [{ _type: 'span', _key: 'b', text: 'größer '.repeat(words).trim() }],
    },
  ];
  const recipe = kitchenDocuments.find(({ _id }) => _id === 'recipe-01') as Doc;

  test('loses the end of its longest text, at the end of a word, and is told of', async () => {
    const small = await openKitchen({ documents: [{ ...recipe, method: long(3000) }] });
    try {
      expect(small.report).toMatchObject({ documents: 1, shortened: ['recipe-01: method'], oversized: [] });
      const { data } = await small.ask('{ search(query: "größer") { totalCount } }');
      expect(data.search.totalCount).toBe(1);
      const { hits } = await small.client
        .search([{ indexName: 'kitchen_documents', query: '', attributesToRetrieve: ['*'] }], never)
        .then(([answer]) => answer as { hits: Record<string, unknown>[] });
      const method = String(hits[0]?.method);
      expect(method).toMatch(/größer$/);
      const bytes = Buffer.byteLength(
        JSON.stringify({ ...hits[0], _highlightResult: undefined, _snippetResult: undefined }),
      );
      expect(bytes).toBeLessThanOrEqual(RECORD_LIMIT);
      expect(bytes).toBeGreaterThan(RECORD_LIMIT - 40);
    } finally {
      await small.close();
    }
  });

  test('is left out and told of when no text can be cut', async () => {
    const tags = Array.from({ length: 2000 }, (_, i) => `a label of some length ${i}`);
    const small = await openKitchen({ documents: [recipe, { ...recipe, _id: 'recipe-02', tags }] });
    try {
      expect(small.report).toMatchObject({ documents: 1, oversized: ['recipe-02'] });
    } finally {
      await small.close();
    }
  });
});
