import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startSearchHarness } from '../../../tests/support/searchHarness.ts';
import { facetValuesOf } from './indexing/records.ts';

let harness: Awaited<ReturnType<typeof startSearchHarness>>;
beforeAll(async () => {
  harness = await startSearchHarness();
});
afterAll(() => harness.close());

interface Value {
  value: string;
  label: string;
  count: number;
  selected: boolean;
}
const FACETS = 'facets { key label exhaustive values { value label count selected } stats { min max } }';
const counts = (values: Value[]) => Object.fromEntries(values.map(({ value, count }) => [value, count]));

describe('facets', () => {
  test('are in the requested order, with labels and the highest count first', async () => {
    const { data } = await harness.query(
      `{ search(query: "", facets: [CUISINES, TYPE, MINUTES]) { ${FACETS} } }`,
    );
    const [cuisines, type, minutes] = data.search.facets;
    expect([cuisines.key, type.key, minutes.key]).toEqual(['CUISINES', 'TYPE', 'MINUTES']);
    expect(cuisines).toMatchObject({ label: 'Cuisines', exhaustive: true, stats: null });
    expect(cuisines.values[0]).toEqual({ value: 'thai', label: 'Thai cooking', count: 20, selected: false });
    expect(type.values[0]).toEqual({ value: 'RECIPE', label: 'Recipe', count: 40, selected: false });
    expect(minutes.stats).toEqual({ min: 10, max: 45 });
    expect(minutes.values).toHaveLength(8);
    for (const { values } of data.search.facets) {
      const numbers = (values as Value[]).map(({ count }) => count);
      expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    }
  });

  test('ignore their own filter and apply the other filters', async () => {
    const filter = { cuisines: { in: ['italian'] }, season: { in: ['SUMMER'] } };
    const { data } = await harness.query(
      `query ($filter: SearchFilter) { search(query: "", filter: $filter, facets: [CUISINES, SEASON, MINUTES]) { totalCount ${FACETS} } }`,
      { filter },
    );
    // Recipe i has cuisine and season i mod 4, and every third is Thai as well.
    const recipes = Array.from({ length: 40 }, (_, i) => i);
    const italian = recipes.filter((i) => i % 4 === 1);
    expect(data.search.totalCount).toBe(italian.length);
    const [cuisines, season, minutes] = data.search.facets;
    expect(counts(cuisines.values)).toEqual({
      italian: italian.length,
      thai: italian.filter((i) => i % 3 === 0).length,
    });
    expect(counts(season.values)).toEqual({ SUMMER: italian.length });
    expect(counts(minutes.values)).toEqual({ 15: 5, 35: 5 });
    expect(cuisines.values.filter(({ selected }: Value) => selected)).toMatchObject([{ value: 'italian' }]);
  });

  test('include a selected value with a count of 0', async () => {
    const { data } = await harness.query(
      `{ search(query: "", filter: { cuisines: { in: ["klingon"] }, tags: { in: ["slow"] } }, facets: [CUISINES, TAGS]) { totalCount ${FACETS} } }`,
    );
    expect(data.search.totalCount).toBe(0);
    expect(data.search.facets[0].values).toContainEqual({
      value: 'klingon',
      label: 'klingon',
      count: 0,
      selected: true,
    });
    expect(data.search.facets[1].values).toEqual([
      { value: 'slow', label: 'slow', count: 0, selected: true },
    ]);
  });

  test('of numbers filter by bounds and by values', async () => {
    const total = async (minutes: string) =>
      (await harness.query(`{ search(query: "", filter: { minutes: ${minutes} }) { totalCount } }`)).data
        .search.totalCount;
    expect(await total('{ gte: 40 }')).toBe(10);
    expect(await total('{ gte: 20, lte: 30.5 }')).toBe(15);
    expect(await total('{ in: [10, 45] }')).toBe(10);
    expect(await total('{ in: [-10] }')).toBe(0);
    expect(await total('{ gte: -1e9, lte: 1e9 }')).toBe(40);
    expect(await total('{ in: [] }')).toBe(0);
  });

  test('of types include the unselected types', async () => {
    const { data } = await harness.query(
      `{ search(query: "", types: [CUISINE], facets: [TYPE]) { totalCount ${FACETS} } }`,
    );
    expect(data.search.totalCount).toBe(4);
    expect(counts(data.search.facets[0].values)).toMatchObject({ RECIPE: 40, CUISINE: 4 });
  });

  test('are counted only if selected, and need an extra query only if refined', async () => {
    const { searchRequests } = await harness.query(
      'query { search(query: "", filter: { season: { in: ["SUMMER"] } }, facets: [TYPE, SEASON]) { totalCount } }',
    );
    expect(searchRequests.flat()).toHaveLength(1);
    expect(searchRequests.flat()[0]).not.toHaveProperty('facets');
    const refined = await harness.query(
      `query { search(query: "", filter: { season: { in: ["SUMMER"] } }, facets: [TYPE, SEASON]) { ${FACETS} } }`,
    );
    expect(refined.searchRequests).toHaveLength(1);
    expect(refined.searchRequests[0]?.map(({ facets, hitsPerPage }) => [facets, hitsPerPage])).toEqual([
      [['_type', 'season'], 0],
      [['season'], 0],
    ]);
  });
});

describe('facets with many values', () => {
  const stamps = { _rev: 'r', _createdAt: '2026-01-01T00:00:00Z', _updatedAt: '2026-01-01T00:00:00Z' };
  const sdl = /* GraphQL */ `
    type Page @document {
      title: String! @searchable
      tags: [String!] @searchable(facet: true)
      topics: [Topic!] @searchable(facet: true)
      rank: Int @searchable(facet: true)
      isNew: Boolean @searchable(facet: true)
    }
    type Topic @document { title: String! @label slug: String! @groq(expr: "slug.current") }
  `;
  /** Words that differ by marks which make another letter. */
  const WORDS = [['がく'], ['かく'], ['йод'], ['иод'], ['“Figures”']];
  /** Page 7 has tag t7; rare values come last in the order of counts and letters. */
  const pagesOf = (count: number) => [
    ...Array.from({ length: count }, (_, i) => ({
      _id: `page-${i}`,
      _type: 'page',
      ...stamps,
      title: `Page ${i}`,
      tags: [`t${i}`, ...(i % 2 ? ['odd', `Éclair ${i}`] : []), ...(WORDS[i] ?? [])],
      topics: [{ _type: 'reference', _ref: `topic-${i}` }],
      rank: i,
      isNew: i % 3 === 0,
    })),
    ...Array.from({ length: count }, (_, i) => ({
      _id: `topic-${i}`,
      _type: 'topic',
      ...stamps,
      title: `Topic ${i}`,
      slug: { current: `topic-${i}` },
    })),
  ];
  let many: Awaited<ReturnType<typeof startSearchHarness>>;
  beforeAll(async () => {
    many = await startSearchHarness({ sdl, documents: pagesOf(1_300) });
  });
  afterAll(() => many.close());
  const facetsOf = async (filter: object, keys: string, calls = 1) => {
    const { data, errors, searchRequests } = await many.query(
      `query ($filter: SearchFilter) { search(query: "", filter: $filter, facets: [${keys}]) {
        totalCount facets { key isComplete values { value count selected } } } }`,
      { filter },
    );
    expect(errors).toBeUndefined();
    expect(searchRequests).toHaveLength(calls);
    return data.search as {
      totalCount: number;
      facets: { key: string; isComplete: boolean; values: Value[] }[];
    };
  };

  test('list the 100 most frequent, say that they are not complete, and always include the selected values', async () => {
    const { totalCount, facets } = await facetsOf({ tags: { in: ['t1299', 't4', 'none'] } }, 'TAGS');
    expect(totalCount).toBe(2);
    const [{ isComplete, values }] = facets as [(typeof facets)[number]];
    expect(isComplete).toBe(false);
    expect(values[0]).toEqual({ value: 'odd', count: 650, selected: false });
    expect(values.length).toBeLessThanOrEqual(103);
    expect(values.filter(({ selected }) => selected)).toEqual([
      { value: 't1299', count: 1, selected: true },
      { value: 't4', count: 1, selected: true },
      { value: 'none', count: 0, selected: true },
    ]);
  });

  test('match a selected value in another case, as the filter does', async () => {
    const { totalCount, facets } = await facetsOf({ tags: { in: ['T1299', 'ODD', 'éCLAIR 1299'] } }, 'TAGS');
    expect(totalCount).toBe(650);
    expect(facets[0]?.values.filter(({ selected }) => selected)).toEqual([
      { value: 'odd', count: 650, selected: true },
      { value: 'Éclair 1299', count: 1, selected: true },
      { value: 't1299', count: 1, selected: true },
    ]);
  });

  test('count rare selected values beside a frequent value whose documents have more values than Algolia counts', async () => {
    const { facets } = await facetsOf({ tags: { in: ['odd', 't999', 't998', 'none'] } }, 'TAGS', 2);
    expect(facets[0]?.values.filter(({ selected }) => selected)).toEqual([
      { value: 'odd', count: 650, selected: true },
      { value: 't998', count: 1, selected: true },
      { value: 't999', count: 1, selected: true },
      { value: 'none', count: 0, selected: true },
    ]);
  });

  test('of references, numbers and Booleans include the selected values, each without its own filter', async () => {
    const { totalCount, facets } = await facetsOf(
      { topics: { in: ['topic-1299'] }, rank: { in: [1299] }, isNew: { in: ['true'] } },
      'TOPICS, RANK, IS_NEW, TYPE',
    );
    expect(totalCount).toBe(1);
    const selectedOf = (key: string) =>
      facets.find((facet) => facet.key === key)?.values.filter(({ selected }) => selected);
    expect(selectedOf('TOPICS')).toEqual([{ value: 'topic-1299', count: 1, selected: true }]);
    expect(selectedOf('RANK')).toEqual([{ value: '1299', count: 1, selected: true }]);
    expect(selectedOf('IS_NEW')).toEqual([{ value: 'true', count: 1, selected: true }]);
    expect(facets.map(({ key, isComplete }) => [key, isComplete])).toEqual([
      ['TOPICS', true],
      ['RANK', true],
      ['IS_NEW', true],
      ['TYPE', true],
    ]);
  });

  test('are complete up to 100 values', async () => {
    const complete = async (gte: number) =>
      (await facetsOf({ rank: { gte } }, 'TOPICS')).facets.map(({ isComplete, values }) => [
        isComplete,
        values.length,
      ]);
    expect(await complete(1_200)).toEqual([[true, 100]]);
    expect(await complete(1_199)).toEqual([[false, 100]]);
  });

  test.each(['がく', 'かく', 'йод', 'иод', '“Figures”'])(
    'facetValues keeps quotes, and marks that make another letter: %s',
    async (prefix) => {
      const { data } = await many.query(
        'query ($prefix: String) { facetValues(key: TAGS, prefix: $prefix, filter: { rank: { lte: 9 } }) { value } }',
        { prefix },
      );
      expect(data.facetValues).toEqual([{ value: prefix }]);
    },
  );

  test('facetValues counts a selected value beyond the 1,000 that are counted', async () => {
    const { data } = await many.query(
      '{ facetValues(key: TAGS, prefix: "t999", filter: { tags: { in: ["T999"] } }) { value count selected } }',
    );
    expect(data.facetValues).toEqual([{ value: 't999', count: 1, selected: true }]);
  });
});

describe('facetValues', () => {
  const values = async (args: string) =>
    (await harness.query(`{ facetValues(${args}) { value label count selected } }`)).data
      .facetValues as Value[];

  test('match the prefix of the label, ignoring case and accents', async () => {
    expect(await values('key: CUISINES, prefix: "JAP"')).toEqual([
      { value: 'japanese', label: 'Japanese cooking', count: 10, selected: false },
    ]);
    expect(await values('key: TAGS, prefix: "naive"')).toMatchObject([{ value: 'naïve ☕ ÆØ' }]);
    expect(await values('key: CUISINES, prefix: "cooking"')).toEqual([]);
  });

  test('of references match the title, not the slug', async () => {
    expect(await values('key: INSPIRED_BY, prefix: "ada"')).toMatchObject([
      { value: 'cook-ada', label: 'Ada Marchetti', count: 4 },
    ]);
  });

  test('apply the other filters and ignore their own', async () => {
    const [thai] = await values(
      'key: CUISINES, prefix: "thai", filter: { cuisines: { in: ["italian"] }, season: { in: ["SPRING"] } }',
    );
    expect(thai).toEqual({ value: 'thai', label: 'Thai cooking', count: 10, selected: false });
  });

  test('are limited by `first`', async () => {
    expect(await values('key: TAGS, first: 3')).toHaveLength(3);
  });
});

describe('facets whose name is that of other searchable fields', () => {
  const stamps = { _rev: 'r', _createdAt: '2026-01-01T00:00:00Z', _updatedAt: '2026-01-01T00:00:00Z' };
  const sdl = /* GraphQL */ `
    type Teacher @document {
      name: String! @searchable(weight: 3)
      title: Rank @searchable(facet: true)
      subjects: [Subject!] @searchable(facet: true)
    }
    enum Rank { Professor Lecturer }
    type Event @document { title: String! @searchable subjects: [Subject!] @searchable }
    type Subject @document { title: String! @label slug: String! @groq(expr: "slug.current") }
  `;
  const subjects = [{ _type: 'reference', _ref: 's' }];
  let school: Awaited<ReturnType<typeof startSearchHarness>>;
  beforeAll(async () => {
    school = await startSearchHarness({
      sdl,
      documents: [
        { _id: 's', _type: 'subject', ...stamps, title: 'Chaos', slug: { current: 'chaos' } },
        { _id: 't', _type: 'teacher', ...stamps, name: 'Ada', title: 'Professor', subjects },
        { _id: 'u', _type: 'teacher', ...stamps, name: 'Eve', title: 'Professor' },
        {
          _id: 'e',
          _type: 'event',
          ...stamps,
          title: 'Professor',
          subjects,
          video: { asset: { _ref: 'v' } },
        },
      ],
    });
  });
  afterAll(() => school.close());

  test('count, find and filter the values of the facet only', async () => {
    const { data, errors } = await school.query(`{
      search(query: "professor", facets: [TITLE, SUBJECTS]) { totalCount facets { values { value count } } }
      titles: facetValues(key: TITLE) { value count }
      subjects: facetValues(key: SUBJECTS) { value count }
      filtered: search(query: "", filter: { title: { in: ["Professor"] } }) { totalCount }
      none: search(query: "", filter: { subjects: { in: ["chaos"] } }, types: [EVENT]) { totalCount }
      words: search(query: "chaos") { totalCount }
    }`);
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      search: {
        totalCount: 3,
        facets: [{ values: [{ value: 'Professor', count: 2 }] }, { values: [{ value: 'chaos', count: 1 }] }],
      },
      titles: [{ value: 'Professor', count: 2 }],
      subjects: [{ value: 'chaos', count: 1 }],
      filtered: { totalCount: 2 },
      none: { totalCount: 0 },
      words: { totalCount: 2 },
    });
  });

  test('are the only values by which moments are filtered', () => {
    const row = {
      title: 'Professor',
      title__facet: 'Lecturer',
      subjects__facet: [{ id: 's', slug: 'chaos' }],
    };
    expect(facetValuesOf(school.model, row)).toEqual({
      title__facet: 'Lecturer',
      subjects__facet: [{ slug: 'chaos' }],
    });
  });
});
