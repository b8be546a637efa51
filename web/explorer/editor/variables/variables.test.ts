import { CompletionContext } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { describe, expect, test } from '@jest/globals';
import { buildSchema } from 'graphql';
import { checkVariables } from './checkVariables.ts';
import { completeVariables } from './completeVariables.ts';
import { type DeclaredVariables, declaredVariables } from './declaredVariables.ts';

const SCHEMA = buildSchema(/* GraphQL */ `
  type Query {
    films(first: Int!, filter: FilmFilter, order: [Order!], isNew: Boolean): Int
  }
  input FilmFilter {
    year: YearFilter
    "Its name in addresses."
    slug: String
    any: [FilmFilter!]
  }
  input YearFilter {
    least: Int!
    most: Int
  }
  enum Order {
    NEWEST
    OLDEST
  }
`);
const QUERY =
  'query Films($first: Int!, $filter: FilmFilter, $order: [Order!], $isNew: Boolean, $page: Int! = 1) { films(first: $first) } ' +
  'query Other($year: Int) { films(first: $year) }';

const declared = declaredVariables(SCHEMA, { query: QUERY }) as DeclaredVariables;
const stateOf = (text: string) => EditorState.create({ doc: text, extensions: json() });

describe('explorer: declared variables', () => {
  test('are those of the chosen operation, or of the first one', () => {
    expect([...declared.keys()]).toEqual(['first', 'filter', 'order', 'isNew', 'page']);
    expect([...(declaredVariables(SCHEMA, { query: QUERY, operationName: 'Other' })?.keys() ?? [])]).toEqual([
      'year',
    ]);
  });

  test.each(['{ films', '', 'fragment F on Query { films }'])('are unknown for %j', (query) => {
    expect(declaredVariables(SCHEMA, { query })).toBeUndefined();
  });
});

describe('explorer: check of variables', () => {
  test.each([
    ['', '', 'The variable $first of type Int! is required.'],
    ['{}', '{}', 'The variable $first of type Int! is required.'],
    ['[1]', '[1]', 'Expected a JSON object such as {"first": 5}.'],
    ['{"first": "a"}', '"first": "a"', 'Int cannot represent non-integer value: "a"'],
    ['{"first": 1, "firts": 2}', '"firts": 2', 'The operation declares no variable $firts.'],
    [
      '{"first": 1, "order": ["NEWEST", "LATEST"]}',
      '"LATEST"',
      'Value "LATEST" does not exist in "Order" enum. Did you mean the enum value "NEWEST" or "OLDEST"?',
    ],
    [
      '{"first": 1, "filter": {"any": [{}, {"year": {"least": 1.5}}]}}',
      '"least": 1.5',
      'Int cannot represent non-integer value: 1.5',
    ],
    [
      '{"first": 1, "filter": {"year": {}}}',
      '"year": {}',
      'Field "least" of required type "Int!" was not provided.',
    ],
    [
      '{"first": 1, "filter": {"name": 1}}',
      '"filter": {"name": 1}',
      'Field "name" is not defined by type "FilmFilter".',
    ],
  ])('marks the fault in %j', (text, marked, message) => {
    const faults = checkVariables(stateOf(text), declared);
    expect(faults.map(({ from, to, ...fault }) => [text.slice(from, to), fault.message])).toEqual([
      [marked, message],
    ]);
  });

  test('accepts what the types allow', () => {
    const text =
      '{"first": 1, "order": "NEWEST", "isNew": null, "filter": {"year": {"least": 1, "most": 2}}}';
    expect(checkVariables(stateOf(text), declared)).toEqual([]);
  });
});

describe('explorer: completion of variables', () => {
  test.each([
    ['', ['{}']],
    ['{"', ['"first"', '"filter"', '"order"', '"isNew"', '"page"']],
    ['{"first": 1, ', ['"filter"', '"order"', '"isNew"', '"page"']],
    ['{"filter": {', ['"year"', '"slug"', '"any"']],
    ['{"filter": {"any": [{"slug": "a"}, {"year": {"mo', ['"least"', '"most"']],
    ['{"filter": {"slug": "a, {", "', ['"year"', '"any"']],
    ['{"filter": ', ['{}', 'null']],
    ['{"order": ', ['[]', 'null']],
    ['{"order": ["', ['"NEWEST"', '"OLDEST"']],
    ['{"isNew": t', ['true', 'false', 'null']],
    ['{"first": ', []],
    ['{"unknown": {"', []],
  ])('offers after %j', (text, labels) => {
    const context = new CompletionContext(stateOf(text), text.length, true);
    expect(completeVariables(context, declared)?.options.map(({ label }) => label) ?? []).toEqual(labels);
  });
});
