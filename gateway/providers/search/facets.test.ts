import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startSearchHarness } from '../../../tests/support/searchHarness.ts';

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

  test('ignore their own filter and apply the others', async () => {
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
      `{ search(query: "", types: [RECIPE, CUISINE], filter: { type: [CUISINE] }, facets: [TYPE]) { totalCount ${FACETS} } }`,
    );
    expect(data.search.totalCount).toBe(4);
    expect(counts(data.search.facets[0].values)).toEqual({ RECIPE: 40, CUISINE: 4 });
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
      [['_type'], 0],
      [['season'], 0],
    ]);
  });
});

describe('facetValues', () => {
  const values = async (args: string) =>
    (await harness.query(`{ facetValues(${args}) { value label count selected } }`)).data
      .facetValues as Value[];

  test('match the prefix of the label, ignoring case and accents', async () => {
    expect(await values('key: CUISINES, query: "JAP"')).toEqual([
      { value: 'japanese', label: 'Japanese cooking', count: 10, selected: false },
    ]);
    expect(await values('key: TAGS, query: "naive"')).toMatchObject([{ value: 'naïve ☕ ÆØ' }]);
    expect(await values('key: CUISINES, query: "cooking"')).toEqual([]);
  });

  test('of references match the title, not the slug', async () => {
    expect(await values('key: INSPIRED_BY, query: "ada"')).toMatchObject([
      { value: 'cook-ada', label: 'Ada Marchetti', count: 4 },
    ]);
  });

  test('apply the other filters and ignore their own', async () => {
    const [thai] = await values(
      'key: CUISINES, query: "thai", filter: { cuisines: { in: ["italian"] }, season: { in: ["SPRING"] } }',
    );
    expect(thai).toEqual({ value: 'thai', label: 'Thai cooking', count: 10, selected: false });
  });

  test('are limited by `first`', async () => {
    expect(await values('key: TAGS, first: 3')).toHaveLength(3);
  });
});
