import { expect, test } from '@jest/globals';
import { buildSchema, GraphQLError, getOperationAST, parse } from 'graphql';
import { PUBLIC_AUDIENCE } from '../../core/context.ts';
import { explainEnumErrors } from '../schema/enums/enumErrors.ts';
import { createVisibleSchemas } from '../schema/scopes/visibleSchema.ts';
import type { GraphServices } from './graphServices.ts';
import { documentLimits } from './limits/documentLimits.ts';
import { visibleErrors } from './visibleErrors.ts';

const schema = explainEnumErrors(
  buildSchema(`
    directive @requiresScopes(scopes: [[String!]!]!) on OBJECT | FIELD_DEFINITION
    enum DocumentType { FILM DRAFT_NOTE }
    interface Document { id: ID }
    type Film implements Document { id: ID title: String secrets: Int @requiresScopes(scopes: [["read:drafts"]]) }
    type DraftNote implements Document @requiresScopes(scopes: [["read:drafts"]]) { id: ID memo: String }
    type Query { documents(types: [DocumentType!]): [Document] film: Film note: DraftNote }
  `),
);
const visibleSchemas = createVisibleSchemas(schema);

const services = {
  visibleSchemas,
  operationLimits: { documentRule: documentLimits(10) },
} as unknown as GraphServices;

/** Returns the messages about an operation that anybody sees. */
function messagesOf(text: string, variables?: Record<string, unknown>, errors: readonly GraphQLError[] = []) {
  const document = parse(text);
  const operation = getOperationAST(document);
  return visibleErrors(services, PUBLIC_AUDIENCE.scopes, {
    requested: { isTrusted: false },
    document,
    errors,
    coercion: operation && variables ? { operation, variables } : undefined,
  }).map(({ message }) => message);
}

const VALUE = 'Value "DRAFT_NOTES" does not exist in "DocumentType" enum.';
test.each<[kind: string, query: string, variables: Record<string, unknown>, expected: string]>([
  ['an enum', '{ documents(types: [DRAFT_NOTES]) { id } }', {}, `${VALUE} Expected one of FILM.`],
  [
    'an enum in variables',
    'query ($types: [DocumentType!]) { documents(types: $types) { id } }',
    { types: ['DRAFT_NOTES'] },
    `Variable "$types" got invalid value "DRAFT_NOTES" at "types[0]"; ${VALUE} Expected one of FILM.`,
  ],
  ['fields', '{ film { secret } }', {}, 'Cannot query field "secret" on type "Film".'],
  ['types', '{ documents { ... on DraftNotes { id } } }', {}, 'Unknown type "DraftNotes".'],
  ['types with a field', '{ documents { memo } }', {}, 'Cannot query field "memo" on type "Document".'],
])('visible errors: suggest no %s that require scopes', (_kind, query, variables, expected) => {
  expect(messagesOf(query, variables)).toEqual([expected]);
});

test('visible errors: suggest public names', () => {
  expect(messagesOf('{ flim { titel } documents(types: [FILMS]) { id } }')).toEqual([
    'Cannot query field "flim" on type "Query". Did you mean "film"?',
    'Value "FILMS" does not exist in "DocumentType" enum. Did you mean the enum value "FILM"?',
  ]);
});

test.each(['mutation', 'subscription'])(
  'visible errors: a schema without a %s has no operations of it',
  (kind) => {
    expect(messagesOf(`${kind} { anything { at all } }`)).toEqual([
      `expected no ${kind}, got one; the schema that the caller sees has none`,
    ]);
  },
);

test('visible errors: come from the whole schema if no name is unknown', () => {
  const errors = [new GraphQLError('too costly')];
  expect(messagesOf('{ film { title } }', undefined, errors)).toEqual(['too costly']);
  expect(messagesOf('{ film { title } }', {}, errors)).toEqual(['too costly']);
});
