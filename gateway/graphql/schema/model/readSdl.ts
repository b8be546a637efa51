import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  type DefinitionNode,
  type DocumentNode,
  GraphQLError,
  Kind,
  Lexer,
  parse,
  Source,
  type Token,
  TokenKind,
} from 'graphql';
import { NotUtf8Error, readUtf8 } from '../../../config/readUtf8.ts';
import { describeWithLocation, ModelError } from './modelError.ts';

/** Deeper brackets could exceed the stack of the parser and of what reads its result. */
const MAX_NESTING = 100;
const OPENING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACKET_L, TokenKind.BRACE_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACKET_R, TokenKind.BRACE_R, TokenKind.PAREN_R]);

/**
 * Parses the `.graphql` files of a folder. Locations contain the file name, for error messages.
 * @throws Error if there is none; ModelError with the first error of each file: its encoding, nesting or syntax
 */
export function readSdl(folder: string): DocumentNode {
  const files = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => file.endsWith('.graphql'))
    .sort();
  if (files.length === 0)
    throw new Error(`expected .graphql files in ${folder}, found none: set SCHEMA_DIR to a folder of SDL`);
  const errors: string[] = [];
  const definitions: DefinitionNode[] = files.flatMap((file) => {
    const path = join(folder, file);
    const name = relative(process.cwd(), path);
    try {
      const source = new Source(readUtf8(path), name);
      const bracket = bracketTooDeep(source);
      if (!bracket) return [...parse(source).definitions];
      errors.push(
        `${name}:${bracket.line}:${bracket.column} expected brackets to nest at most ${MAX_NESTING} deep, got more`,
      );
      return [];
    } catch (error) {
      if (error instanceof NotUtf8Error) errors.push(`${name}:${error.line}:1 ${error.reason}`);
      else if (error instanceof GraphQLError) errors.push(describeWithLocation(error));
      else throw error;
      return [];
    }
  });
  if (errors.length > 0) throw new ModelError(errors);
  return { kind: Kind.DOCUMENT, definitions };
}

/** Returns the first bracket that is nested too deep. @throws GraphQLError for text that has no tokens */
function bracketTooDeep(source: Source): Token | undefined {
  const lexer = new Lexer(source);
  let depth = 0;
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    if (CLOSING.has(token.kind)) depth -= 1;
    if (OPENING.has(token.kind)) depth += 1;
    if (depth > MAX_NESTING) return token;
  }
  return undefined;
}
