import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { COST_DEBUG_HEADER } from '../../../gateway/graphql/operations/extensions/requestedExtensions.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { within } from '../../support/within.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false });
  await stack.connectWebhooks();
});
afterEach(() => stack.cache.invalidateAll());
afterAll(() => stack.close());

const slugs = async (filter: string): Promise<string[]> => {
  const { data, errors } = await stack.query(`{ films(first: 100, filter: ${filter}) { nodes { slug } } }`);
  expect(errors).toEqual([]);
  return data.films.nodes.map(({ slug }: { slug: string }) => slug).toSorted();
};

describe('filter through references', () => {
  test.each([
    ['{ topics: { some: { slug: { eq: "chaos" } } } }', 'count(topics[@->slug.current == "chaos"]) > 0'],
    ['{ topics: { none: { slug: { eq: "chaos" } } } }', 'count(topics[@->slug.current == "chaos"]) == 0'],
    ['{ topics: { every: { slug: { ne: "chaos" } } } }', 'count(topics[@->slug.current == "chaos"]) == 0'],
    [
      '{ credits: { some: { person: { born: { lt: "1900-01-01" } } } } }',
      'count(credits[person->born < "1900-01-01"]) > 0',
    ],
    ['{ credits: { some: { not: { person: {} } } } }', 'count(credits[!defined(person->_id)]) > 0'],
    ['{ articles: { some: {} } }', 'count(*[_type == "article" && references(^._id)]) > 0'],
    [
      '{ collections: { some: { films: { some: { topics: { some: { slug: { eq: "chaos" } } } } } } } }',
      'count(*[_type == "collection" && references(^._id) && "chaos" in films[]->topics[]->slug.current]) > 0',
    ],
  ])('%s is evaluated in one content request', async (filter, condition) => {
    await stack.clearRequests();
    const filtered = await slugs(filter);
    expect((await stack.requests()).content).toHaveLength(1);
    const expected: string[] = await stack.editor.fetch(`*[_type == "film" && ${condition}].slug.current`);
    expect(filtered).toEqual(expected.toSorted());
    expect(filtered).not.toEqual([]);
    expect(filtered).not.toEqual(await slugs('{}'));
  });

  test('follows at most 3 references, and reports TOO_DEEP for more', async () => {
    const nested = (depth: number): string =>
      depth === 0 ? '{}' : `{ topics: { some: { films: { some: ${nested(depth - 1)} } } } }`;
    expect(await slugs(`{ topics: { some: { films: { some: { topics: { some: {} } } } } } }`)).not.toEqual(
      [],
    );
    const { data, errors } = await stack.query(`{ films(filter: ${nested(2)}) { totalCount } }`);
    expect(data.films).toBeNull();
    expect(errors).toMatchObject([
      { message: expect.stringContaining('at most 3 references'), extensions: { code: 'TOO_DEEP' } },
    ]);
  });

  test('costs points for each reference, in literals and variables, which are not refunded', async () => {
    const costOf = async (filter: object, text: string): Promise<[number, number]> => {
      const response = await fetch(`${stack.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [COST_DEBUG_HEADER]: '1' },
        body: JSON.stringify({
          query: `query Q${text.length} ($filter: FilmFilter!) { films(first: 1, filter: ${text}) { totalCount } }`,
          variables: { filter },
        }),
      });
      const { requestedQueryCost, actualQueryCost } = (
        (await response.json()) as { extensions: { cost: never } }
      ).extensions.cost;
      return [requestedQueryCost, actualQueryCost];
    };
    const one = { topics: { some: { slug: { eq: 'chaos' } } } };
    const two = { or: [one, { credits: { some: { person: {} } } }] };
    const [plain, plainActual] = await costOf({ slug: { eq: 'chaos' } }, '$filter');
    expect(await costOf(one, '$filter')).toEqual([plain + 20, plainActual + 20]);
    // A reference of an object in a list of ten.
    expect(await costOf(two, '$filter')).toEqual([plain + 120, plainActual + 120]);
    const literal = (topics: string) =>
      `{ and: [$filter], or: [{ topics: ${topics} }, { credits: { some: { person: {} } } }] }`;
    expect((await costOf({}, literal('{ some: { slug: { eq: "x" } } }')))[0]).toBe(plain + 120);
    expect((await costOf(one, literal('{ every: { films: { none: {} } } }')))[0]).toBe(plain + 160);
  });

  test('a response is purged when a referenced document changes, and only then', async () => {
    const query =
      '{ films(first: 100, filter: { topics: { some: { slug: { eq: "renamed" } } } }) { totalCount } }';
    const get = (text: string) => fetch(`${stack.url}/graphql?query=${encodeURIComponent(text)}`);
    const cacheStatusOf = async (text: string) => (await get(text)).headers.get('cache-status');
    const unrelated = '{ films(first: 100, filter: { year: { gt: 1900 } }) { totalCount } }';
    for (const text of [query, unrelated]) expect(await cacheStatusOf(text)).toContain('fwd=miss');
    await stack.cache.invalidate(['content:type:topic']);
    expect(await cacheStatusOf(query)).toContain('fwd=miss');
    expect(await cacheStatusOf(unrelated)).toContain('; hit');

    const { _id, slug } = await stack.editor.fetch('*[_type == "topic" && slug.current == "chaos"][0]');
    const total = async () => (await stack.query(query)).data.films.totalCount;
    expect(await total()).toBe(0);
    await stack.editor
      .patch(_id)
      .set({ slug: { ...slug, current: 'renamed' } })
      .commit();
    try {
      await within(500, async () => expect(await total()).toBeGreaterThan(0));
    } finally {
      await stack.editor.patch(_id).set({ slug }).commit();
    }
  });
});

describe('lookups and @oneOf filters', () => {
  test('find a document by slug or id', async () => {
    const bySlug = (await stack.query('{ film(by: { slug: "lorenz" }) { id title } }')).data.film;
    expect(bySlug.title).toBeTruthy();
    const byId = await stack.query('query ($by: FilmBy!) { film(by: $by) { id title } }', {
      by: { id: bySlug.id },
    });
    expect(byId.data.film).toEqual(bySlug);
  });

  test.each([
    ['{ film { title } }', {}, 'argument "by" of type "FilmBy!" is required'],
    ['{ film(by: {}) { title } }', {}, 'OneOf Input Object "FilmBy" must specify exactly one key.'],
    [
      '{ film(by: { slug: "a", id: "b" }) { title } }',
      {},
      'OneOf Input Object "FilmBy" must specify exactly one key.',
    ],
    ['{ film(by: { slug: null }) { title } }', {}, 'Field "FilmBy.slug" must be non-null.'],
    [
      'query ($slug: String) { film(by: { slug: $slug }) { title } }',
      {},
      'Variable "$slug" must be non-nullable to be used for OneOf Input Object "FilmBy".',
    ],
    [
      'query ($by: FilmBy!) { film(by: $by) { title } }',
      { by: { slug: 'a', id: 'b' } },
      'Exactly one key must be specified for OneOf type "FilmBy".',
    ],
  ])('%s is rejected before execution', async (text, variables, message) => {
    const { data, errors } = await stack.query(text, variables);
    expect(errors[0]?.message).toContain(message);
    expect(data).toEqual({});
  });
});

describe('orders', () => {
  test('without orderBy, lists start with the newest by the date of the type', async () => {
    const fields = 'nodes { slug publishedAt }';
    const newest = '[{ field: PUBLISHED_AT, direction: DESC, nulls: LAST }]';
    const { data, errors } = await stack.query(
      `query ($none: [FilmOrder!]) {
      byDefault: films { ${fields} } empty: films(orderBy: []) { ${fields} } null: films(orderBy: $none) { ${fields} }
      newest: films(orderBy: ${newest}) { ${fields} }
      people { nodes { createdAt } }
      topic(by: { slug: "chaos" }) { films { ${fields} } newest: films(orderBy: ${newest}) { ${fields} } }
    }`,
      { none: null },
    );
    expect(errors).toEqual([]);
    const dates = data.byDefault.nodes.map(({ publishedAt }: { publishedAt: string }) => publishedAt);
    expect(dates).toEqual(dates.toSorted().toReversed());
    for (const list of [data.byDefault, data.empty, data.null]) expect(list).toEqual(data.newest);
    expect(data.topic.films).toEqual(data.topic.newest);
    const created = data.people.nodes.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(created).toEqual(created.toSorted().toReversed());
  });

  test('a single order is coerced to a list, and its direction defaults to ASC', async () => {
    const { data, errors } = await stack.query(`{
      one: films(orderBy: { field: TITLE }) { nodes { slug } }
      list: films(orderBy: [{ field: TITLE, direction: ASC }]) { nodes { slug } }
    }`);
    expect(errors).toEqual([]);
    expect(data.one).toEqual(data.list);
  });
});
