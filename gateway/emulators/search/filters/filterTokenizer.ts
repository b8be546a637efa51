import { badRequest } from '../api/apiError.ts';

/** A token of a filter expression. */
export interface FilterToken {
  kind: 'string' | 'symbol' | 'keyword' | 'incomplete' | 'end';
  text: string;
  /** Start position, from 0. */
  column: number;
}

const KEYWORDS = ['AND', 'OR', 'NOT', 'TO'];
const SYMBOL = /<=|>=|!=|[<>=:()]/;
/** A text in quotes, where a backslash escapes only quotes and itself; the closing quote may be missing. */
const QUOTED = /(["'])((?:\\["'\\]|(?!\1).)*)(\1?)/s;
const BARE = /[^\s():<>=!"']+|!/;
const TOKEN = new RegExp(`${QUOTED.source}|(${SYMBOL.source})|(${BARE.source})`, 'gs');

/** Splits a filter expression into tokens. Operators are upper case, quotes are double or single. */
export function tokenizeFilter(source: string): FilterToken[] {
  const tokens: FilterToken[] = [];
  for (const { index: column, ...match } of source.matchAll(TOKEN)) {
    const { 1: quote, 2: quoted = '', 3: closing, 4: symbol, 5: bare = '' } = match;
    if (quote) {
      const text = quoted.replace(/\\(["'\\])/g, '$1');
      tokens.push({ kind: closing ? 'string' : 'incomplete', text, column });
    } else if (symbol) tokens.push({ kind: 'symbol', text: symbol, column });
    else tokens.push({ kind: KEYWORDS.includes(bare) ? 'keyword' : 'string', text: bare, column });
  }
  return [...tokens, { kind: 'end', text: 'end of filter', column: source.length }];
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
