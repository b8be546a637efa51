import { expect, test } from '@jest/globals';
import { buildSchema, parse } from 'graphql';
import { createDocumentFacts } from './documentFacts.ts';

const schema = buildSchema(`
  directive @cacheControl(maxAge: Int, scope: CacheControlScope, inheritMaxAge: Boolean) on FIELD_DEFINITION | OBJECT | INTERFACE | UNION
  enum CacheControlScope { PUBLIC PRIVATE }
  interface Node { id: ID! }
  type Film implements Node @cacheControl(maxAge: 300) { id: ID! title: String cover: Image views: Int @cacheControl(maxAge: 5) next: Film @cacheControl(inheritMaxAge: true) person: Person }
  type Person implements Node @cacheControl(maxAge: 30) { id: ID! name: String }
  type Image { url: String }
  type Viewer { name: String @cacheControl(scope: PRIVATE) }
  union Found = Film | Person
  type Query {
    film: Film
    clock: String @cacheControl(maxAge: 0)
    count: Int
    viewer: Viewer
    node: Node
    found: [Found]
  }
`);
const factsOf = createDocumentFacts(schema, 60);
const expectedPolicy = (maxAgeSeconds: number, isPrivate = false) => ({
  maxAgeSeconds,
  isPrivate,
  // Only the default is no statement of the schema.
  isTimed: maxAgeSeconds !== 60,
});

test.each([
  ['by the type of a root field', '{ film { title } }', expectedPolicy(300)],
  ['by the default for a root field without a hint', '{ count }', expectedPolicy(60)],
  ['by the parent of an object without a hint', '{ film { cover { url } } }', expectedPolicy(300)],
  ['by the smallest maxAge', '{ film { title views } count }', expectedPolicy(5)],
  ['by the type of a reference', '{ film { person { name } } }', expectedPolicy(30)],
  ['by the parent with inheritMaxAge', '{ film { next { title } } }', expectedPolicy(300)],
  ['by the smallest maxAge of an interface', '{ node { id } }', expectedPolicy(30)],
  ['by the smallest maxAge of a union', '{ found { __typename } }', expectedPolicy(30)],
  ['by the fields of a fragment', '{ film { ...F } } fragment F on Film { views }', expectedPolicy(5)],
  ['never with maxAge 0', '{ film { title } clock }', expectedPolicy(0)],
  ['as private with a private field', '{ viewer { name } }', expectedPolicy(60, true)],
])('cache control policy: caches %s', (_name, text, expected) => {
  expect(factsOf(parse(text)).cachePolicy).toEqual(expected);
});
