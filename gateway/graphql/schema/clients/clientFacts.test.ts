import { expect, test } from '@jest/globals';
import { buildSchema } from 'graphql';
import { readClientFacts } from './clientFacts.ts';

const SCHEMA = buildSchema(`
  scalar Date
  scalar JSON
  interface Node { id: ID! }
  type Person implements Node { id: ID!  born: Date  portrait: Image  works(first: Int, after: String, kind: String): WorkConnection }
  type Image { url: String  json: JSON }
  type Work implements Node { id: ID!  credits: [Credit!]!  people: [Person]  related: [Node!]  parts: [Block] }
  type Credit { role: String  person: Person }
  type Formula { tex: String }
  type Text { text: String }
  union Block = Formula | Text
  union Mixed = Formula | Person
  type WorkEdge { cursor: String!  node: Work }
  type WorkConnection { edges: [WorkEdge]  nodes: [Work]  parts: [Text]  pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! }
  type Query { person: Person  mixed: [Mixed]  works(last: Int, before: String): WorkConnection  newest(first: Int): WorkConnection }
  type Mutation { rename: [Credit] }
  type Subscription { changed: [Credit] }
`);

const facts = readClientFacts(SCHEMA);
const typeNamed = (name: string) => facts.types.find((type) => type.name === name);

test('client facts: interfaces and unions have their object types', () => {
  expect(facts.possibleTypes).toEqual({
    Block: ['Formula', 'Text'],
    Mixed: ['Formula', 'Person'],
    Node: ['Person', 'Work'],
  });
});

test('client facts: types without an id are parts, but for the roots', () => {
  const parts = facts.types.filter(({ isPart }) => isPart).map(({ name }) => name);
  expect(parts).toEqual(['Credit', 'Formula', 'Image', 'PageInfo', 'Text', 'WorkConnection', 'WorkEdge']);
  expect([typeNamed('Mutation'), typeNamed('Subscription')]).toEqual([undefined, undefined]);
});

test('client facts: name the lists of parts, and for pages all arguments but the cursors', () => {
  expect(typeNamed('Work')?.lists).toEqual([
    { name: 'credits', keyArguments: undefined },
    { name: 'parts', keyArguments: undefined },
  ]);
  expect(typeNamed('WorkConnection')?.lists).toEqual([{ name: 'parts', keyArguments: undefined }]);
  expect(typeNamed('Person')?.lists).toEqual([{ name: 'works', keyArguments: ['first', 'kind'] }]);
  expect(typeNamed('Query')?.lists).toEqual([{ name: 'works', keyArguments: ['last'] }]);
});

test('client facts: scalars have types of TypeScript', () => {
  expect(facts.scalars).toEqual({ Date: 'string', JSON: 'unknown' });
});
