import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema, parse } from 'graphql';
import { fitResult } from './fitResult.ts';
import type { JsonSchema } from './jsonSchema.ts';
import { readMcpOperations } from './operations.ts';
import { dataSchemaOf } from './outputSchema.ts';
import { addPageUrls } from './pageUrls.ts';

const schema = buildSchema(`
  enum Order { NEWEST OLDEST }
  input Filter { and: [Filter!], year: Int, order: Order! }
  type Film { slug: String, start: Float, film: Film }
  type Query { films(filter: Filter, names: [String!]! = []): [Film!] }
  type Mutation { remove(id: ID!): Boolean }
  type Subscription { changed: Film }
`);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivium-mcp-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(text: string) {
  writeFileSync(join(folder, 'operations.graphql'), text);
  return readMcpOperations(folder, schema);
}

describe('mcp operations', () => {
  test('have a JSON Schema of their variables, with nested input objects', () => {
    const [operation] = read(
      '"Lists films." query ListFilms($filter: Filter, "Their names." $names: [String!]! = ["a"]) { films(filter: $filter, names: $names) { slug } }',
    );
    expect(operation).toMatchObject({ name: 'list_films', title: 'List films', description: 'Lists films.' });
    expect(operation?.inputSchema).toMatchObject({
      properties: {
        filter: { anyOf: [{ $ref: '#/$defs/Filter' }, { type: 'null' }] },
        names: { type: 'array', items: { type: 'string' }, description: 'Their names.', default: ['a'] },
      },
      required: [],
      $defs: {
        Filter: {
          properties: { year: { anyOf: [{ type: 'integer' }, { type: 'null' }] } },
          required: ['order'],
        },
        Order: { enum: ['NEWEST', 'OLDEST'] },
      },
    });
  });

  test('are executed without descriptions and their own directives', () => {
    const [operation] = read(
      '"Lists." query L($b: [String!]!) @resource(uri: "a://{b}") { films(names: $b) @page(path: "/{slug}") { slug } }',
    );
    expect(operation?.text).toBe('query L($b: [String!]!) {\n  films(names: $b) {\n    slug\n  }\n}');
    expect(operation?.resourceUri).toBe('a://{b}');
  });

  test.each([
    ['no name', 'query { films { slug } }', /1:1 expected a named operation, got one without a name/],
    ['no description', 'query L { films { slug } }', /1:1 expected a description of L/],
    [
      'a subscription',
      '"S." subscription S { changed { slug } }',
      /expected a query or a mutation, got the subscription S/,
    ],
    [
      'the name of another tool',
      '"A." query Execute { films { slug } }',
      /1:1 expected a name that no other tool has, got execute/,
    ],
    [
      'the name of another operation',
      '"A." query listAll { films { slug } } "B." query ListAll { films { slug } }',
      /no other tool has, got list_all/,
    ],
    [
      'a placeholder that is no variable',
      '"R." query R @resource(uri: "a://{slug}") { films { slug } }',
      /expected the variables of R in @resource\(uri:\), got \{slug\}/,
    ],
    [
      'a required variable that no placeholder has',
      '"R." query R($names: [String!]!) @resource(uri: "a://b") { films(names: $names) { slug } }',
      /expected the required variables of R in @resource\(uri:\), got none for \$names; add \{names\}/,
    ],
    ['an unknown field', '"L." query L { films { slugg } }', /operations\.graphql:1:24 Cannot query field/],
    ['a syntax error', '"L." query L {', /operations\.graphql:1:15 Syntax Error/],
    [
      'deep brackets',
      `"L." query L ${'{ a '.repeat(30_000)}`,
      /operations\.graphql:1:414 expected brackets to nest/,
    ],
  ])('with %s are rejected with file, line and fix', (_, text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test('can be mutations', () => {
    expect(read('"M." mutation M { remove(id: 1) }')).toMatchObject([{ name: 'm', isQuery: false }]);
  });

  test('are empty without a folder', () => {
    expect(readMcpOperations(join(folder, 'none'), schema)).toEqual([]);
  });
});

describe('mcp page URLs', () => {
  const added = (text: string, data: object) => {
    addPageUrls(data, parse(text), 'https://example.org');
    return data;
  };

  test('take values of the object, else of the nearest object around it, escaped and rounded down', () => {
    const data = { films: [{ slug: 'a b', film: { start: 7.9 } }] };
    added('{ films { slug film @page(path: "/{slug}?t={start}") { start } } }', data);
    expect(data.films[0]?.film).toEqual({ start: 7.9, pageUrl: 'https://example.org/a%20b?t=7' });
  });

  test.each([
    ['a/b', 'a%2Fb'],
    ['ü?#%', '%C3%BC%3F%23%25'],
    ['..', '~..'],
    ['~.', '~~.'],
    ['readme.md', 'readme%2Emd'],
  ])('encode the slug %s as the app does', (slug, segment) => {
    expect(added('{ film @page(path: "/films/{slug}") { slug } }', { film: { slug } })).toEqual({
      film: { slug, pageUrl: `https://example.org/films/${segment}` },
    });
  });

  test.each([
    ['an empty slug', ''],
    ['half a character', '\ud800'],
  ])('are left out for %s', (_, slug) => {
    expect(added('{ film @page(path: "/{slug}") { slug } }', { film: { slug } })).toEqual({ film: { slug } });
  });

  test('are left out where a value is missing or the type is another', () => {
    const data = { films: [{ slug: null }, { slug: 'a', __typename: 'Article' }] };
    added('{ films { ... on Film @page(path: "/{slug}") { slug } } }', data);
    expect(data.films.map((film) => 'pageUrl' in film)).toEqual([false, false]);
  });

  test('reach objects in fragments', () => {
    const data = { films: [{ slug: 'a' }] };
    added(
      'query { films { ...F } ...Q } fragment F on Film { slug } fragment Q on Query { films @page(path: "/{slug}") { slug } }',
      data,
    );
    expect(data.films[0]).toEqual({ slug: 'a', pageUrl: 'https://example.org/a' });
  });
});

describe('mcp results', () => {
  test('are whole up to the limit', () => {
    const value = { a: [1, 'b', null] };
    expect(fitResult(value, 100)).toEqual({ value, text: '{"a":[1,"b",null]}', isShortened: false });
  });

  test('are shortened above the limit, with notes at texts and for lists', () => {
    const long = { list: Array(100).fill('x'.repeat(90)), text: 'y'.repeat(900) };
    const fitted = fitResult({ data: { of: [long, { list: ['x'] }] } }, 3_000);
    expect(fitted?.isShortened).toBe(true);
    expect(fitted?.text.length).toBeLessThanOrEqual(3_000);
    expect(JSON.parse(fitted?.text as string)).toEqual(fitted?.value);
    const { data, shortened } = fitted?.value ?? {};
    expect(shortened).toEqual([`data.of.list: ${data?.of[0]?.list.length} of 100 items`]);
    expect(new Set(data?.of[0]?.list)).toEqual(new Set(['x'.repeat(90)]));
  });

  test('have the length of a shortened text at its end', () => {
    const { value } = fitResult({ text: 'y'.repeat(9_000) }, 5_000) ?? {};
    expect(value?.text).toMatch(/^y{4000}… \(9000 characters in total\)$/);
    expect(value).not.toHaveProperty('shortened');
  });

  test('are never cut within a character', () => {
    const { text = '' } = fitResult({ a: '👨‍👩‍👧‍👦'.repeat(1_000), b: '長'.repeat(9_000) }, 1_000) ?? {};
    expect(text.isWellFormed()).toBe(true);
    expect(text).not.toMatch(/\u200d…/);
  });

  test('do not exist if every list and text is short, and the whole is too long', () => {
    const wide = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`key${i}`, i]));
    expect(fitResult(wide, 500)).toBeUndefined();
  });
});

describe('mcp output schemas', () => {
  const types = buildSchema(`
    enum Size { SMALL }
    interface Page { slug: String! }
    type Film implements Page { slug: String!, size: Size, length: Float!, tags: [String]! }
    type Person implements Page { slug: String!, films: [Film!] }
    type Query { pages: [Page]!, film: Film, data: JSON }
    scalar JSON
  `);
  const dataOf = (text: string) => dataSchemaOf(parse(text), types);

  test('have the types of the schema, nullable where these are', () => {
    expect(dataOf('{ film { slug size length tags } data }').properties).toEqual({
      film: {
        type: ['object', 'null'],
        additionalProperties: false,
        properties: {
          slug: { type: 'string' },
          size: { enum: ['SMALL', null] },
          length: { type: 'number' },
          tags: { type: 'array', items: { type: ['string', 'null'] } },
        },
        required: ['slug', 'size', 'length', 'tags'],
      },
      data: {},
    });
  });

  test('have an alternative for each type of an interface', () => {
    const { properties } = dataOf(
      '{ pages { __typename slug ... on Person @page(path: "/{slug}") { films { slug } } } }',
    );
    const ofPages = (properties as { pages: { items: { anyOf: JsonSchema[] } } }).pages.items.anyOf;
    expect(ofPages.map(({ properties, type }) => (properties ? Object.keys(properties) : type))).toEqual([
      ['__typename', 'slug'],
      ['__typename', 'slug', 'films', 'pageUrl'],
      'null',
    ]);
    expect(ofPages[0]).toMatchObject({ properties: { __typename: { const: 'Film' } } });
  });

  test('merge the selections of aliases and fragments, and require what no directive can leave out', () => {
    const { properties } = dataOf(`
      query ($on: Boolean!) { one: film { slug } ...F @include(if: $on) film @skip(if: $on) { tags } film { length } }
      fragment F on Query { one: film { size } }
    `);
    expect(properties).toMatchObject({
      one: { properties: { slug: {}, size: {} } },
      film: { properties: { tags: {}, length: {} } },
    });
    const { required } = dataOf(
      'query ($on: Boolean!) { data ...F @include(if: $on) } fragment F on Query { film { slug } }',
    );
    expect(required).toEqual(['data']);
  });
});
