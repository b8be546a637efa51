import { relative } from 'node:path';
import { type DocumentNode, GraphQLError, Lexer, parse, Source, type Token, TokenKind } from 'graphql';
import { NotUtf8Error, readUtf8 } from '../../../config/readUtf8.ts';
import { describeWithLocation } from './modelError.ts';

/** Deeper brackets could exceed the stack of the parser and of what reads its result. */
const MAX_BRACKET_DEPTH = 100;
const OPENING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACKET_L, TokenKind.BRACE_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACKET_R, TokenKind.BRACE_R, TokenKind.PAREN_R]);

/** The error of a file that is not a GraphQL document. The message begins with file, line and column. */
export class GraphqlFileError extends Error {
  override readonly name = 'GraphqlFileError';
}

/**
 * Parses a file with SDL or operations. Locations contain its path, relative to the working folder.
 * @throws GraphqlFileError with the first error of its encoding, syntax or nesting
 */
export function parseGraphqlFile(path: string): DocumentNode {
  const name = relative(process.cwd(), path);
  try {
    const source = new Source(readUtf8(path), name);
    const token = bracketTooDeep(source);
    if (!token) return parse(source);
    const message = `expected brackets to nest at most ${MAX_BRACKET_DEPTH} deep, got more`;
    throw new GraphQLError(message, { source, positions: [token.start] });
  } catch (error) {
    if (error instanceof NotUtf8Error) throw new GraphqlFileError(`${name}:${error.line}:1 ${error.reason}`);
    if (error instanceof GraphQLError) throw new GraphqlFileError(describeWithLocation(error));
    throw error;
  }
}

/** Returns the first bracket that is nested too deep; undefined if there is none before an invalid token. */
function bracketTooDeep(source: Source): Token | undefined {
  const lexer = new Lexer(source);
  let depth = 0;
  try {
    for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
      if (CLOSING.has(token.kind)) depth -= 1;
      if (OPENING.has(token.kind)) depth += 1;
      if (depth > MAX_BRACKET_DEPTH) return token;
    }
  } catch {
    // The parser reports the invalid token, or an error before it.
  }
  return undefined;
}
