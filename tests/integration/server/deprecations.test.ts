import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { buildSchema, isEnumType, isInputObjectType, isObjectType } from 'graphql';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    hasIndex: false,
    schemaDir: `${ROOT}tests/support/fixtures/deprecations/schema`,
    env: { CONSUME_CHANGES: 'off' },
  });
});
afterAll(() => stack.close());
beforeEach(() => stack.cache.invalidateAll());

async function send(
  query: string,
  { variables = {}, headers = {} }: { variables?: object; headers?: Record<string, string> } = {},
) {
  const response = await fetch(`${stack.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  });
  const body = (await response.json()) as {
    data?: unknown;
    errors?: unknown;
    extensions?: Record<string, unknown>;
  };
  return { ...body, headers: response.headers, deprecated: response.headers.get('x-trivium-deprecated') };
}

const FILTER_QUERY = 'query ($filter: FilmFilter) { films(filter: $filter) { totalCount } }';

describe('deprecation header', () => {
  test.each<[string, string, object, string | null]>([
    ['a field', '{ films(first: 1) { nodes { title tagline } } }', {}, 'Film.tagline'],
    [
      'a field in a fragment',
      'query Q { films(first: 1) { nodes { ...F } } } fragment F on Film { tagline }',
      {},
      'Film.tagline',
    ],
    [
      'an input field that is derived from the field',
      '{ films(filter: { not: { tagline: { eq: "x" } } }) { totalCount } }',
      {},
      'FilmFilter.tagline',
    ],
    [
      'an order that is derived from the field',
      '{ films(orderBy: { field: TAGLINE }) { totalCount } }',
      {},
      'FilmOrderField.TAGLINE',
    ],
    [
      'an input field in a variable',
      FILTER_QUERY,
      { filter: { and: [{ tagline: { eq: 'x' } }] } },
      'FilmFilter.tagline',
    ],
    ['a variable without deprecated parts', FILTER_QUERY, { filter: { title: { eq: 'x' } } }, null],
    ['nothing deprecated', '{ films(first: 1) { nodes { title } } }', {}, null],
  ])('lists %s', async (_name, query, variables, expected) => {
    const first = await send(query, { variables });
    expect(first.errors).toBeUndefined();
    expect(first.deprecated).toBe(expected);
    const cached = await send(query, { variables });
    expect(cached.headers.get('cache-status')).toMatch(/^trivium; hit/);
    expect(cached.deprecated).toBe(expected);
  });

  test('lists a facet of a search and its filter', async () => {
    const query =
      'query ($by: SearchFilter) { search(query: "", facets: [TAGLINE], filter: $by) { totalCount } }';
    const { deprecated } = await send(query, { variables: { by: { tagline: { in: ['x'] } } } });
    expect(deprecated?.split(', ').sort()).toEqual(['FacetKey.TAGLINE', 'SearchFilter.tagline']);
  });
});

describe('deprecated fields', () => {
  test('deprecate what is derived from them, except from fields that stay', async () => {
    const schema = buildSchema(await (await fetch(`${stack.url}/schema.graphql`)).text());
    const deprecated = Object.values(schema.getTypeMap()).flatMap((type) => {
      const parts = isEnumType(type)
        ? type.getValues()
        : isObjectType(type) || isInputObjectType(type)
          ? Object.values(type.getFields())
          : [];
      return parts
        .filter(({ deprecationReason }) => deprecationReason != null)
        .map(({ name, deprecationReason }) => `${type.name}.${name} ${deprecationReason?.slice(-11, -1)}`);
    });
    const ofFilm = ['tagline', 'code', 'region', 'premiere', 'mood', 'genre', 'video', 'credits'];
    expect(deprecated.sort()).toEqual(
      [
        ...ofFilm.flatMap((name) => [`Film.${name}`, `FilmFilter.${name}`]),
        ...['CODE', 'PREMIERE', 'REGION', 'TAGLINE'].map((name) => `FilmOrderField.${name}`),
        'FilmOrder.near',
        'FilmBy.code',
        'FilmBy.titleAndRegion',
        'FacetKey.TAGLINE',
        'SearchFilter.tagline',
        'SearchableField.TAGLINE',
        'Moment.film',
      ]
        .map((name) => `${name} 2027-06-01`)
        .concat(
          [
            'Person.genre',
            'PersonFilter.genre',
            // Both types have this field: the part is removed with the last one.
            'FacetKey.GENRE',
            'SearchFilter.genre',
            'SearchableField.GENRE',
          ].map((name) => `${name} 2027-08-01`),
        )
        .sort(),
    );
  });
});

describe('extensions.deprecations', () => {
  const headers = { 'x-trivium-deprecations': '1' };

  test('contains reason and removal date on request, also after a cached response, and is private', async () => {
    const query = '{ films(first: 1) { nodes { tagline } } }';
    await send(query);
    const { extensions, headers: responseHeaders } = await send(query, { headers });
    expect(extensions?.deprecations).toEqual([
      {
        coordinate: 'Film.tagline',
        reason: 'Use `title`. Removal: 2027-06-01.',
        removal: '2027-06-01',
      },
    ]);
    expect(responseHeaders.get('cache-control')).toBe('private, no-store');
    expect((await send(query)).extensions).toBeUndefined();
  });

  test('is empty if the operation uses nothing deprecated', async () => {
    const { extensions } = await send('{ films(first: 1) { totalCount } }', { headers });
    expect(extensions?.deprecations).toEqual([]);
  });
});
