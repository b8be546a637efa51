import { badRequest } from '../api/apiError.ts';

/** A token of a filter expression. */
export interface FilterToken {
  kind: 'string' | 'symbol' | 'keyword' | 'incomplete' | 'end';
  text: string;
  isQuoted: boolean;
  /** Start position, from 0. */
  column: number;
}

const KEYWORDS = ['AND', 'OR', 'NOT', 'TO'];
const SYMBOLS = ['<=', '>=', '!=', '<', '>', '=', ':', '(', ')'];
const BARE = /[^\s():<>=!"']+/y;
const SPACE = /\s*/y;

/**
 * Splits a filter expression into tokens. Operators are upper case, quotes are double or single, a backslash
 * escapes inside quotes.
 */
export function tokenizeFilter(source: string): FilterToken[] {
  const tokens: FilterToken[] = [];
  let at = 0;
  for (;;) {
    SPACE.lastIndex = at;
    SPACE.exec(source);
    at = SPACE.lastIndex;
    if (at >= source.length) break;
    const token = tokenAt(source, at);
    tokens.push(token.token);
    at = token.end;
  }
  tokens.push({ kind: 'end', text: 'end of filter', isQuoted: false, column: source.length });
  return tokens;
}

function tokenAt(source: string, column: number): { token: FilterToken; end: number } {
  const first = source[column] as string;
  if (first === '"' || first === "'") return quotedAt(source, column, first);
  const symbol = SYMBOLS.find((s) => source.startsWith(s, column));
  if (symbol)
    return { token: { kind: 'symbol', text: symbol, isQuoted: false, column }, end: column + symbol.length };
  BARE.lastIndex = column;
  const text = BARE.exec(source)?.[0] ?? first;
  const kind = KEYWORDS.includes(text) ? 'keyword' : 'string';
  return { token: { kind, text, isQuoted: false, column }, end: column + text.length };
}

function quotedAt(source: string, column: number, quote: string): { token: FilterToken; end: number } {
  let text = '';
  for (let i = column + 1; i < source.length; i++) {
    const character = source[i] as string;
    if (character === quote) return { token: { kind: 'string', text, isQuoted: true, column }, end: i + 1 };
    const next = source[i + 1];
    // A backslash escapes only quotes and itself; elsewhere it is literal.
    if (character === '\\' && (next === '"' || next === "'" || next === '\\')) {
      text += next;
      i++;
    } else text += character;
  }
  return { token: { kind: 'incomplete', text, isQuoted: true, column }, end: source.length };
}

/** 400 in Algolia's words for an unexpected token. */
export function unexpectedToken(token: FilterToken, expected: string) {
  return badRequest(
    `filters: Unexpected token ${describe(token)} expected ${expected} at col ${token.column}`,
  );
}

function describe(token: FilterToken): string {
  if (token.kind === 'end') return 'end of filter';
  if (token.kind === 'incomplete') return 'incomplete string';
  if (token.kind === 'string') return token.text === '' ? 'empty string' : `string(${token.text})`;
  return token.text === '<' ? '<' : `'${token.text}'`;
}
