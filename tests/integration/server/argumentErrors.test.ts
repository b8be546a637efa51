import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  buildSchema,
  type GraphQLArgument,
  getNamedType,
  isEnumType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ env: { CONSUME_CHANGES: 'off' } });
});
afterAll(() => stack.close());

const FILM = 'film(by: { slug: "lorenz" })';

/** Validation accepts only values of an enum, so that no resolver rejects one. */
const canBeRejected = ({ type }: GraphQLArgument): boolean => !isEnumType(getNamedType(type));

test('schema: no field is non-null if a resolver can reject its arguments', () => {
  const schema = buildSchema(readFileSync(`${ROOT}schema/contract.graphql`, 'utf8'));
  // The error of a subscription is that of the whole operation.
  const { Subscription: _, ...types } = schema.getTypeMap();
  const fields = Object.values(types).flatMap((type) =>
    (isObjectType(type) || isInterfaceType(type)) && !type.name.startsWith('__')
      ? Object.values(type.getFields()).map((field) => ({ coordinate: `${type.name}.${field.name}`, field }))
      : [],
  );
  expect(fields.filter(({ field }) => field.args.some(canBeRejected)).length).toBeGreaterThan(20);
  expect(
    fields
      .filter(({ field }) => isNonNullType(field.type) && field.args.some(canBeRejected))
      .map(({ coordinate }) => coordinate),
  ).toEqual([]);
});

describe('invalid arguments: the field is null, and its object remains', () => {
  test.each<[field: string, query: string, figures: Readonly<Record<string, unknown>>]>([
    [
      'Playback.posterUrl',
      `{ ${FILM} { video { playback { policy x: posterUrl(width: 99999) } } } }`,
      { argument: 'width', minimum: 1, limit: 4096, actual: 99_999 },
    ],
    [
      'Playback.animatedUrl',
      `{ ${FILM} { video { playback { policy x: animatedUrl(width: 0) } } } }`,
      { argument: 'width', minimum: 1, limit: 640, actual: 0 },
    ],
    [
      'Playback.animatedUrl, the seconds',
      `{ ${FILM} { video { playback { policy x: animatedUrl(start: 1, end: 30) } } } }`,
      { argument: 'end', minimum: 1.25, limit: 11, actual: 30 },
    ],
    [
      'Image.url',
      '{ article(by: { slug: "sensitive-dependence" }) { cover { width x: url(width: 99999) } } }',
      { argument: 'width', minimum: 1, limit: 8192, actual: 99_999 },
    ],
    [
      'Image.srcSet',
      '{ article(by: { slug: "sensitive-dependence" }) { cover { width x: srcSet(widths: []) } } }',
      { argument: 'widths', minimum: 1, limit: 12, actual: 0 },
    ],
    [
      'Image.srcSet, a width above the limit and above the image',
      '{ article(by: { slug: "sensitive-dependence" }) { cover { width x: srcSet(widths: [640, 99999]) } } }',
      { argument: 'widths', minimum: 1, limit: 8192, actual: 99_999 },
    ],
    [
      'Film.articles',
      `{ ${FILM} { title x: articles(first: 1, last: 1) { totalCount } } }`,
      { argument: 'last' },
    ],
    [
      'Topic.films',
      '{ topic(by: { slug: "chaos" }) { title x: films(filter: { id: { eq: "x" } }) { totalCount } } }',
      { argument: 'filter' },
    ],
    [
      'Video.transcript',
      `{ ${FILM} { video { status x: transcript(language: "-") { text } } } }`,
      { argument: 'language' },
    ],
  ])('%s', async (_field, query, figures) => {
    const { data, errors } = await stack.query(query);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.extensions).toEqual({
      code: 'BAD_USER_INPUT',
      url: '/docs/errors#bad_user_input',
      ...figures,
    });
    const { path = [] } = errors[0] ?? {};
    expect(path.at(-1)).toBe('x');
    const object = path.slice(0, -1).reduce((value, key) => value[key], data);
    expect(object).toMatchObject({ x: null });
    expect(Object.keys(object)).toHaveLength(2);
  });
});

describe('wrong arguments: each is an error at its place, and nulls its field alone', () => {
  const CURSOR = Buffer.from('nonsense').toString('base64url');
  const TOO_MANY = Array.from({ length: 101 });
  test.each<[wrong: string, code: string, figures?: Readonly<Record<string, unknown>>]>([
    [
      'films(first: 1000) { totalCount }',
      'PAGE_SIZE',
      { argument: 'first', minimum: 0, limit: 100, actual: 1000 },
    ],
    [
      'films(first: -1) { totalCount }',
      'PAGE_SIZE',
      { argument: 'first', minimum: 0, limit: 100, actual: -1 },
    ],
    [
      'films(last: 101) { nodes { title } }',
      'PAGE_SIZE',
      { argument: 'last', minimum: 0, limit: 100, actual: 101 },
    ],
    ['films(first: 1, last: 1) { totalCount }', 'BAD_USER_INPUT', { argument: 'last' }],
    [`films(after: "${CURSOR}") { totalCount }`, 'BAD_CURSOR'],
    ['films(filter: { id: { eq: "x" } }) { totalCount }', 'BAD_USER_INPUT', { argument: 'filter' }],
    [
      `films(filter: { or: [${'{ synopsis: { matches: "a" } }'.repeat(60)}] }) { totalCount }`,
      'BAD_USER_INPUT',
      { argument: 'filter', limit: 24_000, actual: expect.any(Number) },
    ],
    ['search(query: "", first: 2147483647) { totalCount }', 'PAGE_SIZE'],
    [`search(query: "", after: "${CURSOR}") { totalCount }`, 'BAD_CURSOR'],
    [
      `search(query: "", facets: [${TOO_MANY.map(() => 'TYPE')}]) { totalCount }`,
      'PAGE_SIZE',
      { argument: 'facets', minimum: 0, limit: 100, actual: 101 },
    ],
    ['moments(query: "a", last: -1) { totalCount }', 'PAGE_SIZE'],
    ['suggest(query: "a", first: 101) { queries { text } }', 'PAGE_SIZE'],
    ['facetValues(key: TYPE, first: 101) { value }', 'PAGE_SIZE'],
    ['node(id: "x") { id }', 'BAD_USER_INPUT', { argument: 'id' }],
    [
      `nodes(ids: [${TOO_MANY.map(() => '"x"')}]) { id }`,
      'PAGE_SIZE',
      { argument: 'ids', minimum: 0, limit: 100, actual: 101 },
    ],
    ['film(by: { id: "x" }) { title }', 'BAD_USER_INPUT'],
  ])('%s', async (field, code, figures = {}) => {
    const { data, errors } = await stack.query(`{
      ok: ${FILM} { title }
      wrong: ${field}
    }`);
    expect(data).toEqual({ ok: { title: 'Lorenz’s butterfly' }, wrong: null });
    expect(errors).toEqual([
      {
        message: expect.stringMatching(/expected .+, got /),
        path: ['wrong'],
        locations: [{ line: 3, column: 7 }],
        extensions: expect.objectContaining({ code, ...figures }),
      },
    ]);
  });

  test('all of an operation are reported, also those in lists', async () => {
    const text = `query ($n: Int) {
      a: films(first: 1) { totalCount }
      b: films(first: $n) { totalCount }
      c: topics(first: 2) { nodes { title y: films(first: 500) { totalCount } } }
      d: films(last: -3) { nodes { title } }
      e: articles(first: 1) { nodes { x: cover { url(width: 0) width } } }
    }`;
    const { data, errors } = await stack.query(text, { n: 1_000 });
    expect(data).toMatchObject({
      a: { totalCount: expect.any(Number) },
      b: null,
      c: { nodes: [{ title: expect.any(String), y: null }, { y: null }] },
      d: null,
      e: { nodes: [{ x: { url: null, width: expect.any(Number) } }] },
    });
    const paths = errors.map(({ path }) => path?.join('.')).sort();
    expect(paths).toEqual(['b', 'c.nodes.0.y', 'c.nodes.1.y', 'd', 'e.nodes.0.x.url']);
    for (const { locations } of errors) expect(locations).toHaveLength(1);
  });

  test('of a value of another type are rejected before, each with its location', async () => {
    const text =
      'query ($n: Int, $m: Int) { a: films(first: $n) { totalCount } b: films(first: $m) { totalCount } }';
    const { errors } = await stack.query(text, { n: 'x', m: 'y' });
    expect(errors.map(({ locations }) => locations)).toEqual([
      [{ line: 1, column: 8 }],
      [{ line: 1, column: 17 }],
    ]);
  });

  test.each<[field: string, type: string]>([
    ['search(query: $v) { totalCount }', 'String = "a"'],
    ['node(id: $v) { id }', 'ID = "a"'],
    ['films(filter: { slug: { in: ["lorenz", $v] } }) { totalCount }', 'String = "a"'],
    ['films(orderBy: { field: YEAR, direction: $v }) { totalCount }', 'OrderDirection'],
  ])('null for a variable with a default is the error of its field: %s', async (field, type) => {
    const { data, errors } = await stack.query(
      `query ($v: ${type}) {
        ok: ${FILM} { title }
        wrong: ${field}
      }`,
      { v: null },
    );
    expect(data).toEqual({ ok: { title: 'Lorenz’s butterfly' }, wrong: null });
    expect(errors).toMatchObject([
      { path: ['wrong'], locations: [{ line: 3 }], extensions: { code: 'BAD_USER_INPUT' } },
    ]);
  });

  test('null for a variable of a nested connection nulls that connection alone', async () => {
    const text = `query ($direction: OrderDirection) {
      topic(by: { slug: "chaos" }) { slug wrong: films(orderBy: { field: YEAR, direction: $direction }) { totalCount } }
    }`;
    const { data, errors } = await stack.query(text, { direction: null });
    expect(data).toEqual({ topic: { slug: 'chaos', wrong: null } });
    expect(errors).toMatchObject([
      { path: ['topic', 'wrong'], locations: [{ line: 2 }], extensions: { code: 'BAD_USER_INPUT' } },
    ]);
  });

  test('null for a condition of a directive has the location of the condition', async () => {
    const { errors } = await stack.query('query ($v: Boolean = true) { locales @include(if: $v) }', {
      v: null,
    });
    expect(errors).toMatchObject([
      { locations: [{ line: 1, column: 51 }], extensions: { code: 'BAD_USER_INPUT' } },
    ]);
  });

  test.each([
    ['films(first: 0) { totalCount nodes { title } pageInfo { hasNextPage hasPreviousPage endCursor } }'],
    [
      'search(query: "", first: 0) { totalCount nodes { __typename } pageInfo { hasNextPage hasPreviousPage endCursor } }',
    ],
    [
      'search(query: "", last: 0) { totalCount nodes { __typename } pageInfo { hasNextPage hasPreviousPage endCursor } }',
    ],
    [
      'moments(query: "the", first: 0) { totalCount nodes { start } pageInfo { hasNextPage hasPreviousPage endCursor } }',
    ],
  ])('a size of 0 is an empty page with the count: %s', async (field) => {
    const { data, errors } = await stack.query(`{ page: ${field} }`);
    expect(errors).toEqual([]);
    expect(data.page.nodes).toEqual([]);
    expect(data.page.totalCount).toBeGreaterThan(0);
    expect(data.page.pageInfo.endCursor).toBeNull();
    const isBackward = field.includes('last');
    expect(data.page.pageInfo).toMatchObject({ hasNextPage: !isBackward, hasPreviousPage: isBackward });
  });

  test('a size of 0 is an empty list', async () => {
    const { data, errors } = await stack.query(`{
      suggest(query: "a", first: 0) { queries { text } items { __typename } }
      facetValues(key: TYPE, first: 0) { value }
      nodes(ids: []) { id }
      ${FILM} { related(first: 0) { title } }
    }`);
    expect(errors).toEqual([]);
    expect(data).toEqual({
      suggest: { queries: [], items: [] },
      facetValues: [],
      nodes: [],
      film: { related: [] },
    });
  });
});

describe('unknown values of enums: the error names a similar value, or those that are expected', () => {
  const YEARS = 'Expected one of TITLE, ';
  test.each<[wrong: string, literal: string, type: string, value: unknown, message: string]>([
    ['no similar value', '[{ field: QQQQ }]', '[FilmOrder!]', [{ field: 'QQQQ' }], YEARS],
    [
      'a similar value',
      '[{ field: TITEL }]',
      '[FilmOrder!]',
      [{ field: 'TITEL' }],
      'Did you mean the enum value "TITLE"',
    ],
    ['a number', '[{ field: 3 }]', '[FilmOrder!]', [{ field: 3 }], YEARS],
    ['an object', '[{ field: { a: 1 } }]', '[FilmOrder!]', [{ field: { a: 1 } }], YEARS],
    [
      'a value of a second item',
      '[{ field: TITLE }, { field: QQQQ }]',
      '[FilmOrder!]',
      [{ field: 'TITLE' }, { field: 'QQQQ' }],
      YEARS,
    ],
  ])('%s', async (_wrong, literal, type, value, message) => {
    const inDocument = await stack.query(`{ films(orderBy: ${literal}) { totalCount } }`);
    expect(inDocument.errors).toMatchObject([
      { message: expect.stringContaining(message), extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
    ]);
    expect(inDocument.errors[0]?.locations).toHaveLength(1);
    const inVariables = await stack.query(
      `query ($orderBy: ${type}) { films(orderBy: $orderBy) { totalCount } }`,
      { orderBy: value },
    );
    expect(inVariables.errors).toMatchObject([
      { message: expect.stringContaining(message), extensions: { code: 'BAD_USER_INPUT' } },
    ]);
  });

  test('a quoted value is told to be a name', async () => {
    const { errors } = await stack.query('{ films(orderBy: [{ field: "TITLE" }]) { totalCount } }');
    expect(errors[0]?.message).toContain('Did you mean the enum value "TITLE"');
  });
});
