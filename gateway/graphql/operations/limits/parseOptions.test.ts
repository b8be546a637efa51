import { expect, test } from '@jest/globals';
import { GraphQLError, parse } from 'graphql';
import { PARSE_OPTIONS, parseLimitOf } from './parseOptions.ts';

const { maxLexicalTokens, maxSourceLength } = PARSE_OPTIONS;

/** Returns the error of parsing a document. */
function errorOf(text: string): GraphQLError {
  try {
    parse(text, PARSE_OPTIONS);
  } catch (error) {
    if (error instanceof GraphQLError) return error;
  }
  throw new Error('expected an error, got none');
}

/** A selection set with this number of tokens. */
const tokens = (count: number): string => `{${' a'.repeat(count - 2)}}`;

test.each<[string, string, number | undefined]>([
  ['too many tokens', tokens(maxLexicalTokens + 1), maxLexicalTokens],
  ['comments between too many tokens', `# a\n${tokens(maxLexicalTokens + 50)}`, maxLexicalTokens],
  ['too many characters', `{ a } # ${'x'.repeat(maxSourceLength)}`, maxSourceLength],
  ['a syntax error before too many tokens', `{ } ${tokens(maxLexicalTokens + 1)}`, undefined],
  ['a syntax error in the last token', `${tokens(maxLexicalTokens - 1)} }`, undefined],
  ['an invalid token', `${tokens(maxLexicalTokens - 1)} ^`, undefined],
])('parse limits: name the limit that a document exceeds: %s', (_, text, limit) => {
  expect(parseLimitOf(errorOf(text))?.limit).toBe(limit);
});

test('parse limits: accept the maximum', () => {
  expect(() => parse(tokens(maxLexicalTokens), PARSE_OPTIONS)).not.toThrow();
});
