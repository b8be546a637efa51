import { expect, test } from '@jest/globals';
import { buildSchema, parse, printSchema, validateSchema } from 'graphql';
import { SCOPES, type Scope } from '../../../core/scopes.ts';
import { createVisibleSchemas } from './visibleSchema.ts';

const schema = buildSchema(`
  directive @requiresScopes(scopes: [[Scope!]!]!) on FIELD_DEFINITION | OBJECT | INTERFACE
  scalar Scope
  enum DocumentType { FILM DRAFT_NOTE }
  type Query {
    film: Film
    node: Node
    item: Item
    note: DraftNote
    notes: DraftNoteConnection
    types: [DocumentType!]
    status: Status @requiresScopes(scopes: [["index:write"], ["keys:write", "media:sign"]])
  }
  type Mutation { create(input: CreateInput!): Film @requiresScopes(scopes: [["keys:write"]]) }
  input CreateInput { title: String! kind: Kind }
  enum Kind { SHORT LONG }
  input UnusedFilter { eq: String }
  input UnusedKindFilter { kind: UnusedInnerFilter }
  input UnusedInnerFilter { eq: Kind }
  interface Node { id: ID! label: String }
  type Film implements Node {
    id: ID!
    label: String @requiresScopes(scopes: [["read:drafts"]])
    source: String @requiresScopes(scopes: [["read:drafts"]])
  }
  type DraftNote implements Node @requiresScopes(scopes: [["read:drafts"]]) { id: ID! label: String }
  type DraftNoteConnection { nodes: [DraftNote!]! }
  union Item = Film | DraftNote
  extend type Query { safe: Safe }
  type Safe { content(depth: Depth): Int @requiresScopes(scopes: [["read:drafts"]]) }
  enum Depth { FLAT }
  input UnusedDepthFilter { eq: Depth }
  type Status { waiting: Int! history: [Step!]! }
  type Step { at: String }
`);
const visibleSchemas = createVisibleSchemas(schema);

function visibleTo(...scopes: Scope[]) {
  const visible = visibleSchemas(scopes);
  expect(validateSchema(visible)).toEqual([]);
  // SDL can be parsed.
  parse(printSchema(visible));
  const type = (name: string) => visible.getType(name);
  const namesOf = (name: string) => {
    const found = type(name);
    if (!found) return undefined;
    if ('getFields' in found) return Object.keys(found.getFields());
    if ('getValues' in found) return found.getValues().map((value) => value.name);
    return 'getTypes' in found ? found.getTypes().map((member) => member.name) : [];
  };
  return { namesOf, has: (name: string) => type(name) !== undefined };
}

test('visible schema: omits fields and types that require other scopes, and what only they lead to', () => {
  const { namesOf, has } = visibleTo('read:published');
  expect(namesOf('Query')).toEqual(['film', 'node', 'item', 'types']);
  expect(namesOf('Item')).toEqual(['Film']);
  expect(namesOf('DocumentType')).toEqual(['FILM']);
  const hidden = [
    'Mutation',
    'CreateInput',
    'Kind',
    'UnusedKindFilter',
    'UnusedInnerFilter',
    'DraftNote',
    'DraftNoteConnection',
    'Status',
    'Step',
    'Safe',
    'Depth',
    'UnusedDepthFilter',
  ];
  expect(hidden.filter(has)).toEqual([]);
});

test('visible schema: keeps a field of a visible interface, and types that nothing uses', () => {
  const { namesOf, has } = visibleTo('read:published');
  expect(namesOf('Film')).toEqual(['id', 'label']);
  expect(has('UnusedFilter')).toBe(true);
});

test('visible schema: one group of scopes is enough', () => {
  expect(visibleTo('index:write').has('Status')).toBe(true);
  expect(visibleTo('keys:write', 'media:sign').has('Step')).toBe(true);
  expect(visibleTo('keys:write').has('Status')).toBe(false);
  expect(visibleTo('keys:write').namesOf('CreateInput')).toEqual(['title', 'kind']);
  expect(visibleTo('read:drafts').namesOf('Film')).toEqual(['id', 'label', 'source']);
  expect(visibleTo('read:drafts').has('UnusedDepthFilter')).toBe(true);
});

test('visible schema: is the whole schema with all scopes, and one for each set of scopes', () => {
  expect(visibleSchemas(SCOPES)).toBe(schema);
  expect(visibleSchemas(['index:write', 'keys:write'])).toBe(visibleSchemas(['keys:write', 'index:write']));
});
