import { describe, expect, test } from '@jest/globals';
import { buildSchema, parse, validate } from 'graphql';
import { addArgument, deselect, removeArgument, select } from './changeSelection.ts';
import type { Place, Root, Step } from './place.ts';

const SCHEMA = buildSchema(/* GraphQL */ `
  type Query {
    films(first: Int = 10, filter: FilmFilter): Films!
    film(by: FilmBy!): Film
    nodes(ids: [ID!]!): [Film]
    search(query: String!): [Item!]
    total: Int
  }
  type Subscription {
    removed: ID
    changed(kinds: [Kind!]!): Film
  }
  type Films {
    nodes: [Film!]!
    count: Int
  }
  type Film {
    id: ID!
    title(locale: String, size: Int): String
    slug: String
    related(first: Int, kind: Kind!): [Film!]
  }
  type Topic {
    id: ID!
    title(locale: String, size: Int): String
  }
  union Item = Film | Topic
  input FilmFilter {
    year: Int!
    text: String
  }
  input FilmBy @oneOf {
    id: ID
    slug: String
  }
  enum Kind {
    SHORT
    LONG
  }
`);

const ROOT: Root = { operation: 'query' };

/** Returns the steps of a path such as `f: films/nodes/... on Film`. */
const stepsOf = (path: string): readonly Step[] =>
  path.split('/').map((part) => {
    if (part.startsWith('... on ')) return { on: part.slice(7) };
    if (part.startsWith('...')) return { spread: part.slice(3) };
    const [key = '', field = key] = part.split(': ');
    return { field, key };
  });

const placeOf = (path: string, root: Root = ROOT): Place => ({ root, steps: stepsOf(path) });
const operationOf = (query: string, variables = '') => ({ query, variables });
const isValid = (query: string) => expect(validate(SCHEMA, parse(query)).map(String)).toEqual([]);

describe('explorer: selecting a field', () => {
  test.each([
    [
      'in an empty document',
      '',
      'films/nodes/title',
      'query Films {\n  films {\n    nodes {\n      title\n    }\n  }\n}\n',
    ],
    ['after comments', '# Mine\n', 'total', '# Mine\n\nquery Total {\n  total\n}\n'],
    [
      'with a placeholder for its selections',
      'query A {\n  total\n}\n',
      'films',
      'query A {\n  total\n  films {\n    __typename\n  }\n}\n',
    ],
    [
      'in place of that placeholder',
      '{\n  films {\n    __typename\n  }\n}',
      'films/nodes',
      '{\n  films {\n    nodes {\n      __typename\n    }\n  }\n}',
    ],
    [
      'beside an alias of __typename',
      '{ films { t: __typename } }',
      'films/count',
      '{ films { t: __typename count } }',
    ],
    ['in one line', '{ films { count } }', 'films/nodes/id', '{ films { count nodes { id } } }'],
    ['in an empty selection', '{\n  films {\n  }\n}', 'films/count', '{\n  films {\n    count\n  }\n}'],
    ['in an empty selection of one line', '{ films {} }', 'films/count', '{ films { count } }'],
    ['in an empty operation', 'query Empty {}', 'total', 'query Empty { total }'],
    ['in a field without selection', '{\n  films\n}', 'films/count', '{\n  films {\n    count\n  }\n}'],
    [
      'beside comments',
      '{\n  total # all\n  # the end\n}',
      'films/count',
      '{\n  total # all\n  # the end\n  films {\n    count\n  }\n}',
    ],
    [
      'in an indentation of its own',
      '{\n\tfilms {\n\t\tcount }\n}',
      'films/nodes/id',
      '{\n\tfilms {\n\t\tcount\n\t\tnodes {\n\t\t  id\n\t\t} }\n}',
    ],
    [
      'of an alias',
      '{ a: films { count } b: films { count } }',
      'b: films/nodes/id',
      '{ a: films { count } b: films { count nodes { id } } }',
    ],
    [
      'with an alias',
      '{ films { nodes { slug: title } } }',
      'films/nodes/slug2: slug',
      '{ films { nodes { slug: title slug2: slug } } }',
    ],
    [
      'beside an empty object',
      '{ films(filter: {}) { count } }',
      'total',
      '{ films(filter: {}) { count } total }',
    ],
    [
      'in a fragment without type',
      'query ($a: Boolean!) { ... @include(if: $a) { films { count } } }',
      'films/nodes/id',
      'query ($a: Boolean!) { ... @include(if: $a) { films { count nodes { id } } } }',
    ],
    ['that is selected already', '{ total }', 'total', '{ total }'],
  ])('%s', (_, query, path, expected) => {
    expect(select(SCHEMA, operationOf(query), placeOf(path)).query).toBe(expected);
  });

  test.each([
    [
      'adds a variable for a required argument',
      '',
      'film/title',
      'query Film($by: FilmBy!) {\n  film(by: $by) {\n    title\n  }\n}\n',
      { by: { id: '' } },
    ],
    [
      'names the variable after the field if the name is taken',
      'query A($by: FilmBy!) { f: film(by: $by) { id } }',
      'film/id',
      'query A($by: FilmBy!, $filmBy: FilmBy!) { f: film(by: $by) { id } film(by: $filmBy) { id } }',
      { filmBy: { id: '' } },
    ],
    [
      'gives an operation without keyword its variables',
      '{ total }',
      'nodes/id',
      'query ($ids: [ID!]!) { total nodes(ids: $ids) { id } }',
      { ids: [''] },
    ],
    [
      'gives an operation without name its variables',
      'query { total }',
      'nodes/id',
      'query ($ids: [ID!]!) { total nodes(ids: $ids) { id } }',
      { ids: [''] },
    ],
    [
      'puts variables on lines of their own',
      'query A(\n  $a: FilmBy!\n) {\n  film(by: $a) {\n    id\n  }\n}',
      'film/related/id',
      'query A(\n  $a: FilmBy!\n  $kind: Kind!\n) {\n  film(by: $a) {\n    id\n    related(kind: $kind) {\n      id\n    }\n  }\n}',
      { kind: 'SHORT' },
    ],
  ])('%s', (_, query, path, expected, variables) => {
    const selected = select(SCHEMA, operationOf(query), placeOf(path));
    expect(selected.query).toBe(expected);
    expect(JSON.parse(selected.variables)).toEqual(variables);
    isValid(selected.query);
  });

  test('keeps the values of variables, and variables that are no object', () => {
    const place = placeOf('film/id');
    expect(
      JSON.parse(select(SCHEMA, operationOf('', '{"by": {"slug": "a"}, "b": 1}'), place).variables),
    ).toEqual({
      by: { slug: 'a' },
      b: 1,
    });
    expect(select(SCHEMA, operationOf('', '{"by'), place).variables).toBe('{"by');
  });

  test('of another operation type adds an operation, and names the one without a name', () => {
    const selected = select(
      SCHEMA,
      operationOf('{ total }'),
      placeOf('changed/id', { operation: 'subscription' }),
    );
    expect(selected).toEqual({
      query:
        'query Total { total }\n\nsubscription Changed($kinds: [Kind!]!) {\n  changed(kinds: $kinds) {\n    id\n  }\n}\n',
      variables: '{\n  "kinds": [\n    "SHORT"\n  ]\n}\n',
      operationName: 'Changed',
    });
    isValid(selected.query);
  });

  test('of a subscription replaces its field, and removes the subscription with it', () => {
    const root: Root = { operation: 'subscription' };
    const before = operationOf(
      '# One\nquery A { total }\n\nsubscription S($k: [Kind!]!) {\n  changed(kinds: $k) {\n    id\n  }\n}\n',
    );
    const replaced = select(SCHEMA, before, placeOf('removed', root));
    expect(replaced.query).toBe('# One\nquery A { total }\n\nsubscription S {\n  removed\n}\n');
    isValid(replaced.query);
    expect(deselect(SCHEMA, replaced, placeOf('removed', root)).query).toBe('# One\nquery A { total }\n');
    const alone = select(SCHEMA, operationOf(''), placeOf('changed/id', root));
    expect(deselect(SCHEMA, alone, placeOf('changed', root))).toEqual(operationOf(''));
    const written = operationOf('subscription {\n}\n');
    expect(select(SCHEMA, written, placeOf('removed', root)).query).toBe('subscription {\n  removed\n}\n');
  });

  test('of a member of a union adds a fragment beside __typename', () => {
    const query = 'query ($q: String!) { search(query: $q) { __typename } }';
    const selected = select(SCHEMA, operationOf(query), placeOf('search/... on Film/title'));
    expect(selected.query).toBe(
      'query ($q: String!) { search(query: $q) { __typename ... on Film { title } } }',
    );
    const more = select(SCHEMA, selected, placeOf('search/... on Film/slug'));
    expect(more.query).toContain('... on Film { title slug }');
    isValid(more.query);
  });

  test('in a fragment declares its variables in the operations that use the fragment', () => {
    const query =
      'query A { films { nodes { ...F } } } query B { total } fragment F on Film { ...G } fragment G on Film { id }';
    const place = placeOf('related/id', { fragment: 'G', on: 'Film' });
    const selected = select(SCHEMA, operationOf(query), place);
    expect(selected.query).toBe(
      'query A($kind: Kind!) { films { nodes { ...F } } } query B { total } fragment F on Film { ...G } fragment G on Film { id related(kind: $kind) { id } }',
    );
    isValid(selected.query);
  });

  test('of a fragment of the document adds its name', () => {
    const query = '{ films { nodes { id } } } fragment F on Film { slug }';
    const selected = select(SCHEMA, operationOf(query), placeOf('films/nodes/...F'));
    expect(selected.query).toBe('{ films { nodes { id ...F } } } fragment F on Film { slug }');
  });

  test('fails for a document that does not parse', () => {
    expect(() => select(SCHEMA, operationOf('{ films {'), placeOf('total'))).toThrow('Syntax Error');
  });
});

describe('explorer: deselecting a field', () => {
  test.each([
    ['removes its lines', '{\n  total\n  films {\n    count\n  }\n}', 'films', '{\n  total\n}'],
    [
      'removes the comment at its end alone',
      '{\n  # one\n  total # two\n  films { count } # three\n}',
      'total',
      '{\n  # one\n  films { count } # three\n}',
    ],
    ['of one line', '{ total films { count } }', 'total', '{ films { count } }'],
    ['at the end of one line', '{ total films { count } }', 'films', '{ total }'],
    ['at the beginning of a line', '{\n  total films { count }\n}', 'total', '{\n  films { count }\n}'],
    ['at the end of a line', '{\n  total films { count }\n}', 'films', '{\n  total\n}'],
    ['before a brace', '{\n  total\n  films { count }}', 'films', '{\n  total}'],
    [
      'leaves a placeholder',
      '{\n  films {\n    count\n  }\n}',
      'films/count',
      '{\n  films {\n    __typename\n  }\n}',
    ],
    [
      'leaves a placeholder alone',
      '{ films { __typename } }',
      'films/__typename',
      '{ films { __typename } }',
    ],
    [
      'that is selected more than once',
      '{ films { count } total films { nodes { id } } }',
      'films',
      '{ total }',
    ],
    [
      'on one line more than once',
      '{\n  total total total films { count }\n}',
      'total',
      '{\n  films { count }\n}',
    ],
    ['of an alias', '{ a: total b: total }', 'b: total', '{ a: total }'],
    ['that the document does not have', '{ a: total }', 'total', '{ a: total }'],
    [
      'of a fragment',
      '{ films { nodes { id ...F } } } fragment F on Film { id }',
      'films/nodes/...F',
      '{ films { nodes { id } } } fragment F on Film { id }',
    ],
  ])('%s', (_, query, path, expected) => {
    expect(deselect(SCHEMA, operationOf(query), placeOf(path)).query).toBe(expected);
  });

  test('undoes a selection with its variables', () => {
    const before = operationOf('query A {\n  total # all\n}\n');
    for (const path of ['film/related/id', 'nodes/id']) {
      const place = placeOf(path);
      const selected = select(SCHEMA, before, place);
      isValid(selected.query);
      expect(deselect(SCHEMA, selected, { ...place, steps: place.steps.slice(0, 1) })).toEqual(before);
    }
  });

  test('keeps variables that another field uses, and values that were written', () => {
    const query =
      'query A($a: FilmBy!, $b: FilmBy!) { film(by: $a) { id } x: film(by: $b) { id } y: film(by: $b) { id } }';
    const variables = '{"a": {"slug": "lorenz"}, "b": {"id": ""}}';
    const once = deselect(SCHEMA, operationOf(query, variables), placeOf('x: film'));
    expect(once).toEqual(operationOf(query.replace(' x: film(by: $b) { id }', ''), variables));
    const twice = deselect(SCHEMA, once, placeOf('y: film'));
    expect(twice.query).toBe('query A($a: FilmBy!) { film(by: $a) { id } }');
    expect(JSON.parse(twice.variables)).toEqual({ a: { slug: 'lorenz' } });
    const all = deselect(SCHEMA, twice, placeOf('film'));
    expect(all.query).toBe('query A { __typename }');
    expect(JSON.parse(all.variables)).toEqual({ a: { slug: 'lorenz' } });
  });
});

describe('explorer: arguments by clicks', () => {
  test.each([
    [
      'adds the first one',
      '{ films { count } }',
      'films',
      'first',
      'query ($first: Int) { films(first: $first) { count } }',
      { first: 10 },
    ],
    [
      'adds another one',
      '{ films(first: 2) { count } }',
      'films',
      'filter',
      'query ($filter: FilmFilter) { films(first: 2, filter: $filter) { count } }',
      { filter: { year: 1 } },
    ],
    [
      'selects the field',
      'query A { total }',
      'films/nodes/title',
      'size',
      'query A($size: Int) { total films { nodes { title(size: $size) } } }',
      { size: 1 },
    ],
    [
      'adds it to each of several',
      '{ films { count } films { nodes { id } } }',
      'films',
      'first',
      'query ($first: Int) { films(first: $first) { count } films(first: $first) { nodes { id } } }',
      { first: 10 },
    ],
  ])('%s', (_, query, path, name, expected, variables) => {
    const added = addArgument(SCHEMA, operationOf(query), placeOf(path), name);
    expect(added.query).toBe(expected);
    expect(JSON.parse(added.variables)).toEqual(variables);
    isValid(added.query);
    expect(addArgument(SCHEMA, added, placeOf(path), name)).toEqual(added);
  });

  test.each([
    ['the only one', 'query ($f: Int) { films(first: $f) { count } }', 'first', 'query { films { count } }'],
    [
      'the first one',
      'query A($f: Int) { films(first: $f, filter: { year: 1 }) { count } }',
      'first',
      'query A { films(filter: { year: 1 }) { count } }',
    ],
    [
      'the last one',
      '{ films(first: 2, filter: { year: 1 }) { count } }',
      'filter',
      '{ films(first: 2) { count } }',
    ],
    [
      'one on a line of its own',
      '{\n  films(\n    first: 2 # two\n    filter: { year: 1 }\n  ) {\n    count\n  }\n}',
      'first',
      '{\n  films(\n    filter: { year: 1 }\n  ) {\n    count\n  }\n}',
    ],
  ])('removes %s', (_, query, name, expected) => {
    expect(removeArgument(SCHEMA, operationOf(query), placeOf('films'), name).query).toBe(expected);
    isValid(expected);
  });
});
