import { expect, test } from '@jest/globals';
import { buildSchema, parse } from 'graphql';
import { createCacheControlPolicies } from './cacheControlPolicy.ts';

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
const policyOf = createCacheControlPolicies(schema, 60);
const policy = (text: string) => {
  const document = parse(text);
  expect(policyOf(document)).toBe(policyOf(document));
  return policyOf(document);
};
const kept = (maxAge: number, isPrivate = false) => ({ maxAge, isPrivate });

test.each([
  ['what a root field says through its type', '{ film { title } }', kept(300)],
  ['no longer than the deployment says, where the root field says nothing', '{ count }', kept(60)],
  ['as long as its parent, where an object says nothing', '{ film { cover { url } } }', kept(300)],
  ['the shortest of what is selected', '{ film { title views } count }', kept(5)],
  ['the type of what it leads to', '{ film { person { name } } }', kept(30)],
  ['as its parent, where a field takes the hint of its type back', '{ film { next { title } } }', kept(300)],
  ['the shortest of the types that an interface stands for', '{ node { id } }', kept(30)],
  ['the shortest of the types that a union stands for', '{ found { __typename } }', kept(30)],
  ['what a fragment selects', '{ film { ...F } } fragment F on Film { views }', kept(5)],
  ['nothing of what says 0', '{ film { title } clock }', kept(0)],
  ['nothing for others where a field is its reader’s own', '{ viewer { name } }', kept(60, true)],
])('an answer is kept: %s', (_name, text, expected) => {
  expect(policy(text)).toEqual(expected);
});
