import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema, parse } from 'graphql';
import { fitText } from './fitText.ts';
import { readMcpOperations } from './operations.ts';
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

function read(text: string, allowsMutations = false) {
  writeFileSync(join(folder, 'operations.graphql'), text);
  return readMcpOperations(folder, schema, { allowsMutations });
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
      /expected a query, got the subscription S/,
    ],
    [
      'a mutation',
      '"M." mutation M { remove(id: 1) }',
      /got the mutation M; remove it, or set MCP_MUTATIONS=on/,
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

  test('can be mutations where the deployment allows them', () => {
    expect(read('"M." mutation M { remove(id: 1) }', true)).toMatchObject([{ name: 'm', isQuery: false }]);
  });

  test('are empty without a folder', () => {
    expect(readMcpOperations(join(folder, 'none'), schema, { allowsMutations: false })).toEqual([]);
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
    expect(fitText({ a: [1, 'b', null] }, 100)).toEqual({ text: '{"a":[1,"b",null]}', isShortened: false });
  });

  test('are shortened above the limit, with a note', () => {
    const { text, isShortened } = fitText(
      { list: Array(100).fill('x'.repeat(90)), text: 'y'.repeat(900) },
      3_000,
    );
    expect(isShortened).toBe(true);
    expect(text.length).toBeLessThanOrEqual(3_000);
    expect(JSON.parse(text).list.at(-1)).toMatch(/^… \(100 items in total\)$/);
  });

  test('are never cut within a character', () => {
    const { text } = fitText({ a: '👨‍👩‍👧‍👦'.repeat(1_000), b: '長'.repeat(9_000) }, 1_000);
    expect(text.isWellFormed()).toBe(true);
    expect(text).not.toMatch(/\u200d…/);
  });

  test('are cut if every list and text is short', () => {
    const wide = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`key${i}`, i]));
    const { text } = fitText(wide, 500);
    expect(text).toMatch(/^\{"key0":0,.*…$/);
    expect(text.length).toBeLessThanOrEqual(501);
  });
});
