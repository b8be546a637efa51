import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { algoliasearch } from 'algoliasearch';
import { readRecords } from '../content/record.ts';
import { UpstreamError } from '../errors.ts';
import { contentOver, modelOf, openKitchen } from '../kitchen.fixture.ts';
import { type Doc, kitchenDocuments, kitchenSdl } from '../kitchenDocuments.fixture.ts';
import { createSearchClient } from '../search/client.ts';
import { RECORD_LIMIT } from '../search/records.ts';
import { documentSettings } from '../search/settings.ts';
import { createIndexWriter } from '../search/writer.ts';
import { searchAttributes } from '../searchables.ts';
import { indexIsEmpty, rebuildIndex } from './rebuild.ts';

const never = new AbortController().signal;
let kitchen: Awaited<ReturnType<typeof openKitchen>>;
let algolia: ReturnType<typeof algoliasearch>;

beforeAll(async () => {
  kitchen = await openKitchen();
  const { hostname, port } = new URL(kitchen.twin.url);
  algolia = algoliasearch(kitchen.config.appId, kitchen.config.writeKey, {
    hosts: [{ url: hostname, port: Number(port), protocol: 'http', accept: 'readWrite' }],
  });
});
afterAll(() => kitchen.close());

const record = (objectID: string, index = 'kitchen_documents') =>
  algolia.getObject({ indexName: index, objectID }) as Promise<Record<string, unknown>>;

describe('a record', () => {
  test('holds each searchable field in its own shape, and nothing else', async () => {
    const { tags, method, ...rest } = await record('recipe-00');
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
    const { summary, cuisines } = await record('recipe-07');
    expect(summary).toBeUndefined();
    expect(cuisines).toEqual([{ id: 'cuisine-japanese', slug: 'japanese', title: 'Japanese cooking' }]);
  });

  test('exists for every document of a searchable type and for no other', async () => {
    expect(kitchen.report).toMatchObject({ documents: 45, moments: 4, shortened: [], oversized: [] });
    await expect(record('book-salt')).rejects.toThrow(/ObjectID does not exist/i);
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
    expect(await record('recipe-03:en:3000', 'kitchen_moments')).toEqual({
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
    expect(await record('recipe-04:en:1000', 'kitchen_moments')).toMatchObject({ asset: 'asset-four' });
  });
});

describe('a suggestion', () => {
  test('is a title, as popular as it is borne and referred to', async () => {
    // Ten recipes of the cuisine's own and ten more with it as their second, and the cuisine itself.
    const thai = kitchenDocuments.filter((doc) =>
      JSON.stringify(doc.cuisines ?? '').includes('cuisine-thai'),
    );
    expect(await record('thai cooking', 'kitchen_suggestions')).toEqual({
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
    const settings = await algolia.getSettings({ indexName: 'kitchen_documents' });
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

describe('a rebuild', () => {
  test('tells its progress in plain lines', () => {
    expect(kitchen.lines).toEqual(['documents 45/45', 'moments 4', 'suggestions 46']);
  });

  test('leaves no other index behind, and takes the place of the old one with its synonyms kept', async () => {
    const synonym = { objectID: 's', type: 'synonym' as const, synonyms: ['leek', 'allium'] };
    const { taskID } = await algolia.saveSynonym({
      indexName: 'kitchen_documents',
      objectID: 's',
      synonymHit: synonym,
    });
    await algolia.waitForTask({ indexName: 'kitchen_documents', taskID });
    await rebuildIndex(kitchen.sources);
    const { items } = await algolia.listIndices();
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
    await expect(record('recipe-39')).rejects.toThrow(/does not exist/i);
    await rebuildIndex(kitchen.sources);
    expect(await record('recipe-39')).toMatchObject({ _type: 'recipe' });
  });

  test('that fails half-way leaves the indexes as they were, and nothing beside them', async () => {
    const readCues = async () => {
      throw new UpstreamError('media', 'UPSTREAM_UNAVAILABLE', new Error('down'));
    };
    await expect(rebuildIndex({ ...kitchen.sources, readCues })).rejects.toThrow(
      /media service is not available/,
    );
    const { items } = await algolia.listIndices();
    expect(items).toHaveLength(3);
    expect(await record('recipe-39')).toMatchObject({ _type: 'recipe' });
    expect(await record('recipe-04:en:1000', 'kitchen_moments')).toMatchObject({ asset: 'asset-four' });
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
  await expect(indexIsEmpty(stranger, never)).rejects.toThrow(/refused the request/);
});

test('a writer without a key says which variable is missing', () => {
  const { writeKey: _, ...config } = kitchen.config;
  expect(() => createIndexWriter(config)).toThrow(/set ALGOLIA_WRITE_KEY/);
});

test('the model says nothing of search when nothing in it is searchable', async () => {
  const model = modelOf(kitchenSdl.replace(/@searchable(\([^)]*\))?/g, '').replace(/@related\([^)]*\)/g, ''));
  const { createSearchResolvers } = await import('../search/resolvers.ts');
  expect(createSearchResolvers(model)).toEqual({});
});
