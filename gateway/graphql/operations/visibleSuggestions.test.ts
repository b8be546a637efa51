import { expect, test } from '@jest/globals';
import { buildSchema, getOperationAST, getVariableValues, parse, validate } from 'graphql';
import { explainEnumErrors } from '../schema/enumErrors.ts';
import { createVisibleSchemas } from '../schema/scopes/visibleSchema.ts';
import { visibleSuggestions } from './visibleSuggestions.ts';

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

/** Returns the messages about an operation, before and after the replacement of suggestions. */
function messagesOf(text: string, variables: Record<string, unknown> = {}) {
  const document = parse(text);
  const operation = getOperationAST(document) ?? undefined;
  const invalid = validate(schema, document);
  const { errors = [] } = getVariableValues(schema, operation?.variableDefinitions ?? [], variables);
  const before = [...invalid, ...errors].map(({ message }) => message);
  return {
    before,
    after: before.map(visibleSuggestions(visibleSchemas, { document, operation, variables })),
  };
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
])('suggestions: %s without names that require scopes', (_kind, query, variables, expected) => {
  const { before, after } = messagesOf(query, variables);
  expect(before[0]).toContain('Did you mean');
  expect(after).toEqual([expected]);
});

test('suggestions: public names', () => {
  const { before, after } = messagesOf('{ flim { titel } documents(types: [FILMS]) { id } }');
  expect(before).toHaveLength(2);
  expect(after).toEqual(before);
});
