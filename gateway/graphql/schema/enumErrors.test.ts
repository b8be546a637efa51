import { expect, test } from '@jest/globals';
import { buildSchema, parse, validate } from 'graphql';
import { explainEnumErrors } from './enumErrors.ts';

const VALUES = Array.from({ length: 30 }, (_, i) => `VALUE_${i}`);
const schema = explainEnumErrors(
  buildSchema(`
    directive @requiresScopes(scopes: [[String!]!]!) on OBJECT
    enum DocumentType { FILM DRAFT_NOTE }
    enum Many { ${VALUES.join(' ')} }
    type DraftNote @requiresScopes(scopes: [["read:drafts"]]) { title: String }
    type Query { type(is: DocumentType): Int  many(is: Many): Int  note: DraftNote }
  `),
);
const messagesOf = (query: string): string[] => validate(schema, parse(query)).map(({ message }) => message);

test('enum errors: do not list values that stand for types with required scopes', () => {
  expect(messagesOf('{ type(is: ZZZZZZ) }')).toEqual([
    'Value "ZZZZZZ" does not exist in "DocumentType" enum. Expected one of FILM, ….',
  ]);
});

test('enum errors: list the first twenty values', () => {
  expect(messagesOf('{ many(is: zz) }')).toEqual([
    `Value "zz" does not exist in "Many" enum. Expected one of ${VALUES.slice(0, 20).join(', ')}, ….`,
  ]);
});
