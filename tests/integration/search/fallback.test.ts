import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type House, openHouse } from '../../support/stack.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterEach(async () => {
  for (const emulator of ['content', 'search'] as const) await house.faults(emulator);
});
afterAll(() => house.close());

const SEARCH = `query ($query: String!, $types: [SearchType!], $filter: SearchFilter, $first: Int, $after: String) {
  search(query: $query, types: $types, filter: $filter, first: $first, after: $after, facets: [TOPICS, TYPE]) {
    totalCount totalIsExact queryID relaxedQuery facets { key values { value count selected } }
    pageInfo { hasNextPage endCursor }
    edges { position highlights { field } node { __typename ... on Film { title year } } }
  }
}`;

async function search(variables: Record<string, unknown>) {
  const answer = await house.ask(SEARCH, variables);
  return { ...answer, found: answer.data.search };
}

test('while the search service is away, the content service finds by words and says so', async () => {
  const { found: usual } = await search({ query: 'lorenz' });
  await house.faults('search', [{ kind: 'status', status: 503 }]);
  // Another question than the one whose answer is kept.
  const { status, found, errors, extensions } = await search({ query: 'Lorenz', first: 10 });
  expect(status).toBe(200);
  expect(errors).toEqual([]);
  expect(extensions).toMatchObject({ fallback: { search: 'content' } });
  expect(found.totalCount).toBeGreaterThan(0);
  expect(found.totalCount).toBeLessThanOrEqual(usual.totalCount);
  expect(found.edges[0].node.title ?? '').toMatch(/lorenz/i);
  expect(found).toMatchObject({ totalIsExact: true, queryID: null, relaxedQuery: null });
  expect(found.facets).toMatchObject([{ key: 'TYPE' }]);
  expect(found.edges[0].highlights).toEqual([]);

  await house.faults('search');
  const back = await search({ query: 'Lorenz', first: 10 });
  expect(back.extensions?.fallback).toBeUndefined();
  expect(back.found.facets).toHaveLength(2);
});

test('pages, types and filters of a search hold while the content service answers it', async () => {
  await house.faults('search', [{ kind: 'reset' }]);
  const all = await house.ask('{ films(first: 100) { totalCount nodes { year } } }');
  const years = all.data.films.nodes.map(({ year }: { year: number }) => year);
  const gte = Math.max(...years) - 3;
  const pages = [];
  for (let after: string | null = null, more = true; more; ) {
    const { found } = await search({
      query: '',
      types: ['FILM'],
      filter: { year: { gte } },
      first: 2,
      after,
    });
    pages.push(found);
    ({ hasNextPage: more, endCursor: after } = found.pageInfo);
  }
  const nodes = pages.flatMap(({ edges }) => edges.map(({ node }: { node: { title: string } }) => node));
  expect(nodes.map(({ year }) => year).sort()).toEqual(years.filter((year: number) => year >= gte).sort());
  expect(new Set(nodes.map(({ title }) => title)).size).toBe(nodes.length);
  expect(pages[0].totalCount).toBe(nodes.length);

  const { found } = await search({ query: '', filter: { type: ['FILM'] }, first: 1 });
  const { totalCount } = (await search({ query: '', types: ['ARTICLE'], first: 1 })).found;
  expect(found.totalCount).toBe(years.length);
  expect(found.facets[0].values).toContainEqual({ value: 'FILM', count: years.length, selected: true });
  expect(found.facets[0].values).toContainEqual({ value: 'ARTICLE', count: totalCount, selected: false });
});

test('what a search gets wrong is told, whoever would answer it', async () => {
  await house.faults('search', [{ kind: 'status', status: 503 }]);
  const { errors, extensions } = await search({ query: 'x'.repeat(600) });
  expect(errors.map((error) => error.extensions?.code)).toEqual(['BAD_USER_INPUT']);
  expect(extensions?.fallback).toBeUndefined();
});

test('with both services away the search is null under the failure of the search service', async () => {
  await house.faults('search', [{ kind: 'status', status: 503 }]);
  await house.faults('content', [{ kind: 'status', status: 503 }]);
  const { status, found, errors } = await search({ query: 'turing' });
  expect(status).toBe(200);
  expect(found).toBeNull();
  expect(errors.map((error) => error.extensions)).toEqual([
    expect.objectContaining({ code: 'UPSTREAM_UNAVAILABLE', service: 'search' }),
  ]);
});
