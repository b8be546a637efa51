import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createIndexWriter } from '../../../gateway/providers/search/indexing/writer.ts';
import { meanScore, searchJudged } from '../../programs/ranking/searchJudged.ts';
import { type Stack, startStack } from '../../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterEach(async () => {
  for (const emulator of ['content', 'search'] as const) await stack.setFaults(emulator);
});
afterAll(() => stack.close());

const SEARCH = `query ($query: String!, $types: [DocumentType!], $filter: SearchFilter, $first: Int, $after: String) {
  search(query: $query, types: $types, filter: $filter, first: $first, after: $after, facets: [TOPICS, TYPE]) {
    totalCount totalIsExact queryID relaxedQuery facets { key values { value count selected } }
    pageInfo { hasNextPage endCursor }
    edges { position highlights { field } node { __typename ... on Film { title year } } }
  }
}`;

async function search(variables: Record<string, unknown>) {
  const response = await stack.query(SEARCH, variables);
  return { ...response, result: response.data.search };
}

test('search fallback: uses the content service and says so in the response', async () => {
  const { result: regular } = await search({ query: 'lorenz' });
  await stack.setFaults('search', [{ kind: 'status', status: 503 }]);
  // Another query than the one whose response is cached.
  const { status, result, errors, extensions } = await search({ query: 'Lorenz', first: 10 });
  expect(status).toBe(200);
  expect(errors).toEqual([]);
  expect(extensions).toMatchObject({ fallback: { search: 'content' } });
  expect(result.totalCount).toBeGreaterThan(0);
  expect(result.totalCount).toBeLessThanOrEqual(regular.totalCount);
  expect(result.edges[0].node.title ?? '').toMatch(/lorenz/i);
  expect(result).toMatchObject({ totalIsExact: true, queryID: null, relaxedQuery: null });
  expect(result.facets).toMatchObject([{ key: 'TYPE' }]);
  expect(result.edges[0].highlights).toEqual([]);

  await stack.setFaults('search');
  const recovered = await search({ query: 'Lorenz', first: 10 });
  expect(recovered.extensions?.fallback).toBeUndefined();
  expect(recovered.result.facets).toHaveLength(2);
});

test('search fallback: supports pages, types and filters', async () => {
  await stack.setFaults('search', [{ kind: 'reset' }]);
  const all = await stack.query('{ films(first: 100) { totalCount nodes { year } } }');
  const years = all.data.films.nodes.map(({ year }: { year: number }) => year);
  const gte = Math.max(...years) - 3;
  const pages = [];
  for (let after: string | null = null, more = true; more; ) {
    const { result } = await search({
      query: '',
      types: ['FILM'],
      filter: { year: { gte } },
      first: 2,
      after,
    });
    pages.push(result);
    ({ hasNextPage: more, endCursor: after } = result.pageInfo);
  }
  const nodes = pages.flatMap(({ edges }) => edges.map(({ node }: { node: { title: string } }) => node));
  expect(nodes.map(({ year }) => year).sort()).toEqual(years.filter((year: number) => year >= gte).sort());
  expect(new Set(nodes.map(({ title }) => title)).size).toBe(nodes.length);
  expect(pages[0].totalCount).toBe(nodes.length);

  const { result } = await search({ query: '', types: ['FILM'], first: 1 });
  const { totalCount } = (await search({ query: '', types: ['ARTICLE'], first: 1 })).result;
  expect(result.totalCount).toBe(years.length);
  expect(result.facets[0].values).toContainEqual({ value: 'FILM', count: years.length, selected: true });
  expect(result.facets[0].values).toContainEqual({ value: 'ARTICLE', count: totalCount, selected: false });
});

test('search fallback: is not used for invalid arguments', async () => {
  await stack.setFaults('search', [{ kind: 'status', status: 503 }]);
  const { errors, extensions } = await search({ query: 'x'.repeat(600) });
  expect(errors.map((error) => error.extensions?.code)).toEqual(['BAD_USER_INPUT']);
  expect(extensions?.fallback).toBeUndefined();
});

test('search fallback: returns the error of the search service if both services are unavailable', async () => {
  await stack.setFaults('search', [{ kind: 'status', status: 503 }]);
  await stack.setFaults('content', [{ kind: 'status', status: 503 }]);
  const { status, result, errors } = await search({ query: 'turing' });
  expect(status).toBe(294);
  expect(result).toBeNull();
  expect(errors.map((error) => error.extensions)).toEqual([
    expect.objectContaining({ code: 'UPSTREAM_UNAVAILABLE', service: 'search' }),
  ]);
});

test.each([
  ['boids', ['flocking', 'murmuration', 'swarm']],
  ['chladni', ['chladni plate', 'cymatics', 'vibration']],
  ['clifford', ['clifford attractor', 'strange attractor', 'chaos']],
  ['curl-noise', ['curl noise', 'marbling', 'flow field']],
  ['double-pendulum', ['double pendulum', 'chaos', 'sensitive dependence']],
  ['epicycles', ['fourier series', 'epicycles', 'snowflake']],
  ['gray-scott', ['reaction diffusion', 'turing pattern', 'coral']],
  ['life', ['game of life', 'conway', 'cellular automaton']],
  ['lissajous', ['lissajous curve', 'tuning forks', 'oscilloscope']],
  ['lorenz', ['lorenz attractor', 'butterfly effect', 'weather']],
  ['mandelbrot', ['mandelbrot set', 'julia set', 'complex numbers']],
  ['penrose', ['penrose tiling', 'aperiodic', 'quasicrystal']],
  ['ripples', ['interference', 'double slit', 'ripple tank']],
  ['rule-30', ['rule 30', 'cellular automata', 'randomness']],
])('search: finds the film %s by its common names', async (slug, [first, second, third]) => {
  const films = '{ relaxedQuery nodes { ... on Film { slug } } }';
  const { data } = await stack.query(
    `query ($a: String!, $b: String!, $c: String!) { a: search(query: $a, types: [FILM], first: 5) ${films}
     b: search(query: $b, types: [FILM], first: 5) ${films} c: search(query: $c, types: [FILM], first: 5) ${films} }`,
    { a: first, b: second, c: third },
  );
  for (const result of Object.values(data) as { relaxedQuery: string | null; nodes: { slug: string }[] }[])
    expect(result).toEqual({ relaxedQuery: null, nodes: expect.arrayContaining([{ slug }]) });
});

test.each([
  ['why is the sky blue', 'why is the sky blue', null],
  ['blue buterfly', null, 'blue butterfly'],
  ['how do birds zyzzyva', 'how do birds', null],
])('search: never replaces a word of %j that documents have', async (query, relaxedQuery, correctedQuery) => {
  const { data } = await stack.query(
    `query ($query: String!) { search(query: $query) {
      relaxedQuery correctedQuery edges { highlights { segments { text matched } } } } }`,
    { query },
  );
  const { edges, ...search } = data.search;
  expect(search).toEqual({ relaxedQuery, correctedQuery });
  expect(edges.length).toBeGreaterThan(2);
  // “blur” is one letter from “blue”.
  expect(JSON.stringify(edges)).not.toMatch(/"text":"Blu?r/i);
});

const SUGGESTIONS = `query ($query: String!) {
  all: suggest(query: $query, first: 10) {
    queries { segments { text matched } } documents { highlights { segments { text matched } } } }
  people: suggest(query: $query, types: [PERSON, CONTRIBUTOR]) {
    documents { highlights { segments { text matched } } } } }`;

/** Returns the words in suggestions that the query matches. */
async function matchedWords(query: string): Promise<readonly string[]> {
  const { data } = await stack.query(SUGGESTIONS, { query });
  const matches = JSON.stringify(data).matchAll(/"text":"([^"]*)","matched":true/g);
  return [...matches].map(([, text = '']) => text.toLowerCase());
}

test.each(['blue', 'spring', 'walk', 'ring'])(
  'suggestions: for %j, which documents have, match no similar words',
  async (query) => {
    const words = await matchedWords(query);
    expect(words).toContain(query);
    // “string” is one letter from “spring”, and a title has “wall”.
    expect(words.filter((word) => !word.startsWith(query))).toEqual([]);
  },
);

test('suggestions: have a similar word in place of a word that nothing has, and only of that', async () => {
  expect(await matchedWords('penduluum')).toContain('pendulum');
  // Without the rule also “doubled”.
  expect(new Set(await matchedWords('double penduluum'))).toEqual(new Set(['double', 'pendulum']));
});

test('search: finds an author, and articles by the name of the author', async () => {
  const { data } =
    await stack.query(`{ search(query: "Ines Varga") { nodes { __typename ... on Contributor { slug } }
    edges { highlights { field segments { text } } } } }`);
  expect(data.search.nodes[0]).toEqual({ __typename: 'Contributor', slug: 'ines-varga' });
  expect(data.search.nodes[1]).toEqual({ __typename: 'Article' });
  const { highlights } = data.search.edges[1];
  const authors = highlights.find(({ field }: { field: string }) => field === 'AUTHORS');
  expect(authors.segments.map(({ text }: { text: string }) => text).join('')).toBe('Ines Varga');
});

test('search: ranks what readers want first, by the judged queries of `npm run ranking`', async () => {
  const searches = await searchJudged(stack);
  expect(searches).toHaveLength(60);
  expect(meanScore(searches)).toBeGreaterThan(0.88);
  const ofChaos = searches.find(({ judgement }) => judgement.query === 'chaos');
  expect(ofChaos?.results.slice(0, 3)).toEqual(
    expect.arrayContaining(['topics/chaos', 'articles/sensitive-dependence']),
  );
}, 60_000);

test.each([
  ['a quotation', 'They must think collectively', 'think collectively', 'seven-neighbours'],
  ['a listing', 'corner Math.floor(side)', 'const corner', 'enough-circles'],
  ['a caption', 'the tip of the chain goes where no circle goes', 'tip of the chain', 'enough-circles'],
  ['a note', 'Arthur Doodson', 'Arthur Doodson', 'enough-circles'],
])('search and filters: find an article by the words of %s', async (_name, query, words, slug) => {
  const { data } = await stack.query(
    `query ($query: String!, $words: String!) {
      search(query: $query, types: [ARTICLE], first: 3) { nodes { ... on Article { slug body { plainText } } } }
      any: search(query: $query, first: 1) { nodes { ... on Article { slug } } }
      articles(filter: { body: { matches: $words } }) { nodes { slug body { plainText } } } }`,
    { query, words },
  );
  expect(data.search.nodes[0]).toMatchObject({ slug, body: { plainText: expect.stringContaining(words) } });
  expect(data.any.nodes).toEqual([{ slug }]);
  expect(data.articles.nodes).toContainEqual(data.search.nodes[0]);
});

test('search: records contain formulas as plain text', async () => {
  const writer = createIndexWriter(stack.config.search, stack.indexes.names);
  const [record] = await writer.get(writer.indexes.documents, ['article-length-of-a-shore']);
  expect(record?.body).toContain('They are the digits of π.');
  const response = await stack.query('{ film(by: { slug: "mandelbrot" }) { synopsis { plainText } } }');
  expect(response.data.film.synopsis.plainText).toMatch(/^Choose a number c in the plane/);
});

test('interface of documents: results of a search have the labels of their types, from either service', async () => {
  const labels = `{ search(query: "", first: 20) { nodes {
    ... on Document { __typename id label }
    ... on Film { title } ... on Article { title } ... on Topic { title } ... on Collection { title }
    ... on Person { title: name } ... on Contributor { title: name }
  } } }`;
  await stack.setFaults('search', [{ kind: 'status', status: 503 }]);
  const fallback = await stack.query(labels.replace('20', '19'));
  await stack.setFaults('search');
  for (const { data } of [fallback, await stack.query(labels)]) {
    const { nodes } = data.search;
    expect(nodes.length).toBeGreaterThan(18);
    for (const { id, label, title } of nodes) {
      expect(id).toBeTruthy();
      expect(label).toBe(title);
    }
  }
});
