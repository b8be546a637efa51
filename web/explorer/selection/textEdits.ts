import { type ASTNode, type Location, type Token, TokenKind } from 'graphql';

/** A part of a text and what replaces it. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Returns a text with edits, which do not overlap. Of insertions at one position, the first one comes first. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((a, b) => a.from - b.from)
    .toReversed()
    .reduce((edited, { from, to, insert }) => edited.slice(0, from) + insert + edited.slice(to), text);
}

const lineStart = (text: string, position: number): number => text.lastIndexOf('\n', position - 1) + 1;

/** Returns the white space at the beginning of a line. */
export const indentAt = (text: string, position: number): string =>
  /^[^\S\n]*/.exec(text.slice(lineStart(text, position)))?.[0] ?? '';

/** Returns whether a position is the first one of its line that is not white space. */
export const isFirstOfLine = (text: string, position: number): boolean =>
  text.slice(lineStart(text, position), position).trim() === '';

/** Returns the location of a node of a parsed document. */
export const locationOf = ({ loc }: ASTNode): Location => loc as Location;

/** Returns the edit that adds an item after the last item of a list: on a line of its own if the last item has one. */
export function appendToList(text: string, last: ASTNode, item: string): TextEdit {
  const { start, end } = locationOf(last);
  const separator = isFirstOfLine(text, start) ? `\n${indentAt(text, start)}` : ', ';
  return { from: end, to: end, insert: separator + item };
}

/** Returns the edit that removes an item of a list in parentheses, with the parentheses if it is the only one. */
export function removeFromList(text: string, items: readonly ASTNode[], item: ASTNode): TextEdit {
  if (items.length > 1) return removal(text, item);
  const { startToken, endToken } = locationOf(item);
  const { start } = tokenBeside(startToken, 'prev');
  const { end } = tokenBeside(endToken, 'next');
  // `query ($a: Int) {` keeps one space.
  const hasTwoSpaces = text[start - 1] === ' ' && text[end] === ' ';
  return { from: hasTwoSpaces ? start - 1 : start, to: end, insert: '' };
}

/** Returns whether a node is the only one between braces. */
export function isOnlyItem(node: ASTNode): boolean {
  const { startToken, endToken } = locationOf(node);
  const isFirst = tokenBeside(startToken, 'prev').kind === TokenKind.BRACE_L;
  return isFirst && tokenBeside(endToken, 'next').kind === TokenKind.BRACE_R;
}

/** Returns the edit that removes a node: its lines if it has them alone, with a comment at their end. */
export function removal(text: string, node: ASTNode): TextEdit {
  const { start, end, startToken, endToken } = locationOf(node);
  const next = tokenBeside(endToken, 'next');
  const isBeforeOther = next.line === endToken.line && next.kind !== TokenKind.EOF;
  if (isFirstOfLine(text, start)) {
    if (isBeforeOther && next.kind !== TokenKind.BRACE_R && next.kind !== TokenKind.PAREN_R)
      return { from: start, to: next.start, insert: '' };
    if (!isBeforeOther) {
      const lineEnd = text.indexOf('\n', end);
      return { from: lineStart(text, start), to: lineEnd < 0 ? text.length : lineEnd + 1, insert: '' };
    }
  }
  const { kind, end: previousEnd } = startToken.prev as Token;
  const isFirst = kind === TokenKind.PAREN_L;
  if (isFirst && isBeforeOther && next.kind !== TokenKind.PAREN_R)
    return { from: start, to: next.start, insert: '' };
  return { from: kind === TokenKind.COMMENT ? start : previousEnd, to: end, insert: '' };
}

/** Returns the next or the previous token that is no comment. */
function tokenBeside(token: Token, side: 'next' | 'prev'): Token {
  let found = token[side] as Token;
  while (found.kind === TokenKind.COMMENT) found = found[side] as Token;
  return found;
}
