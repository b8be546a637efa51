import { expect, test } from '@jest/globals';
import { buildSchema, getOperationAST, type OperationDefinitionNode, parse } from 'graphql';
import { createDocumentFacts } from './documentFacts.ts';

const schema = buildSchema(`
  type Query { films(first: Int, filter: Filter, orderBy: Order): [Film!]! node(id: ID!): Node }
  type Mutation { films: [Film!]! }
  interface Node { id: ID! }
  type Film implements Node { id: ID! title(upper: Boolean): String! }
  input Filter { title: TextFilter and: [Filter!] }
  input TextFilter { eq: String }
  enum Order { TITLE YEAR }`);
const factsOf = createDocumentFacts(schema, 0);

function read(source: string, name?: string) {
  const document = parse(source);
  const operation = getOperationAST(document, name);
  if (!operation) throw new Error('expected an operation');
  return factsOf(document).ofOperation(operation);
}

test('operation coordinates: fields, arguments, input fields and enum values', () => {
  const { coordinates } = read(`{
    films(first: 3, orderBy: TITLE, filter: { and: [{ title: { eq: "a" } }] }) { __typename ...F }
    __schema { types { name } }
  } fragment F on Film { a: title(upper: true) @include(if: true) }`);
  expect(coordinates.toSorted()).toEqual([
    'Film.title',
    'Film.title(upper:)',
    'Filter.and',
    'Filter.title',
    'Order.TITLE',
    'Query.films',
    'Query.films(filter:)',
    'Query.films(first:)',
    'Query.films(orderBy:)',
    'TextFilter.eq',
  ]);
});

test('operation coordinates: a field of an interface has the coordinate of the interface', () => {
  expect(read('{ node(id: "1") { id ... on Film { title } } }').coordinates).toEqual([
    'Query.node',
    'Query.node(id:)',
    'Node.id',
    'Film.title',
  ]);
});

test('operation coordinates: a variable counts as all parts that it can contain', () => {
  const { coordinates } = read(
    'query ($filter: Filter, $order: Order) { films(filter: $filter, orderBy: $order) { id } }',
  );
  expect(coordinates.filter((coordinate) => !/^(Query|Film)\./.test(coordinate)).toSorted()).toEqual([
    'Filter.and',
    'Filter.title',
    'Order.TITLE',
    'Order.YEAR',
    'TextFilter.eq',
  ]);
});

test('operation coordinates: other operations of the document do not count', () => {
  const source = 'query A { films { id } } query B { node(id: "1") { ...N } } fragment N on Node { id }';
  expect(read(source, 'A').coordinates).toEqual(['Query.films', 'Film.id']);
  expect(read(source, 'B').coordinates).toEqual(['Query.node', 'Query.node(id:)', 'Node.id']);
});

test('document facts: are computed once for a parsed document', () => {
  const document = parse('{ films { id } }');
  const operation = getOperationAST(document) as NonNullable<ReturnType<typeof getOperationAST>>;
  expect(factsOf(document)).toBe(factsOf(document));
  expect(factsOf(document).ofOperation(operation)).toBe(factsOf(document).ofOperation(operation));
});

test.each([
  ['of the operation', '{ a: node(id: "1") { id } ... { films { id } } }', ['a', 'films']],
  [
    'of fragments, but not of other operations',
    'query A { ...F } query B { b: films { id } } fragment G on Query { c: films { id } } fragment F on Query { ...G ...G }',
    ['c'],
  ],
  ['of a query only', 'mutation { films { id } }', []],
])('document facts: root fields are those %s', (_fields, source, keys) => {
  const document = parse(source);
  const operation = document.definitions[0] as OperationDefinitionNode;
  const { rootFields } = factsOf(document).ofOperation(operation);
  expect(rootFields.map(({ alias, name }) => (alias ?? name).value)).toEqual(keys);
});

test('document facts: include the variables of directives in all operations and fragments', () => {
  const document = parse(
    'query ($a: Boolean!, $n: Int) { films(first: $n) @skip(if: $a) { ...F } } fragment F on Film { id @include(if: $b) }',
  );
  expect(factsOf(document).directiveVariables).toEqual(['a', 'b']);
});
