import { type DefinitionNode, Lexer, parse, Source, type Token, TokenKind } from 'graphql';
import { applyEdits, indentAt, type TextEdit } from './textEdits.ts';

/** A document whose definitions have positions in its text. */
export interface ParsedDocument {
  /** The text, with `__typename` in selections that were empty. */
  readonly text: string;
  readonly definitions: readonly DefinitionNode[];
  /** The edits that filled empty selections of the original text. */
  readonly filled: readonly TextEdit[];
}

/** The field that stands in a selection until another one is chosen. */
export const PLACEHOLDER_FIELD = '__typename';

/**
 * Parses a document that may be empty and may have empty selections, as it often does while it is written.
 * @throws GraphQLError if it does not parse
 */
export function parseDocument(query: string): ParsedDocument {
  const { filled, isEmpty } = readTokens(query);
  if (isEmpty) return { text: query, definitions: [], filled };
  const text = applyEdits(query, filled);
  return { text, definitions: parse(text).definitions, filled };
}

function readTokens(query: string): { readonly filled: readonly TextEdit[]; readonly isEmpty: boolean } {
  const lexer = new Lexer(new Source(query));
  const filled: TextEdit[] = [];
  let isEmpty = true;
  // Braces within parentheses are values.
  let parentheses = 0;
  let previous: Token | undefined;
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    isEmpty = false;
    if (token.kind === TokenKind.PAREN_L) parentheses += 1;
    if (token.kind === TokenKind.PAREN_R) parentheses -= 1;
    if (parentheses === 0 && previous?.kind === TokenKind.BRACE_L && token.kind === TokenKind.BRACE_R)
      filled.push(fill(query, previous, token));
    previous = token;
  }
  return { filled, isEmpty };
}

/** Returns the edit that fills an empty selection. Comments in it stay. */
function fill(query: string, { end, start }: Token, closing: Token): TextEdit {
  const content = query.slice(end, closing.start);
  if (!content.includes('\n')) return { from: end, to: closing.start, insert: ` ${PLACEHOLDER_FIELD} ` };
  const indent = indentAt(query, start);
  const insert = `${content.trimEnd()}\n${indent}  ${PLACEHOLDER_FIELD}\n${indent}`;
  return { from: end, to: closing.start, insert };
}
