import { tokenize } from '../text/tokenizer.ts';

/** A facet value in a query that a placeholder of a pattern matched. */
export interface FacetMatch {
  facet: string;
  value: string;
  /** The folded words of the value. */
  words: readonly string[];
}

/** Returns the value of a facet that consists of the folded words; undefined if there is none. */
export type FacetLookup = (facet: string, words: readonly string[]) => string | undefined;

/** An item of a pattern: a word, or a placeholder for the value of a facet. */
type PatternItem = { word: string } | { facet: string };

const PLACEHOLDER = /\{facet:([^{}]+)\}/;

export const wordsOf = (text: string): string[] => tokenize(text).map((token) => token.text);

/** Splits a pattern such as `cheap {facet:brand} shoes`. */
function parsePattern(pattern: string): PatternItem[] {
  return pattern
    .split(PLACEHOLDER)
    .flatMap((part, i): PatternItem[] =>
      i % 2 === 1 ? [{ facet: part.trim() }] : wordsOf(part).map((word) => ({ word })),
    );
}

interface Match {
  end: number;
  facets: FacetMatch[];
}

/** Matches the items of a pattern in the words of a query. A placeholder takes as many words as a value has. */
class PatternMatcher {
  readonly #items: readonly PatternItem[];
  readonly #words: readonly string[];
  readonly #valueOfWords: FacetLookup;
  /** Matches by item and position: values of several words can be combined in very many ways. */
  readonly #known = new Map<string, Match | undefined>();

  constructor(items: readonly PatternItem[], words: readonly string[], valueOfWords: FacetLookup) {
    this.#items = items;
    this.#words = words;
    this.#valueOfWords = valueOfWords;
  }

  /** Returns the match of the items from a number on, from a position of the query on. */
  from(number: number, at: number): Match | undefined {
    const key = `${number} ${at}`;
    if (!this.#known.has(key)) this.#known.set(key, this.#find(number, at));
    return this.#known.get(key);
  }

  #find(number: number, at: number): Match | undefined {
    const item = this.#items[number];
    if (!item) return { end: at, facets: [] };
    if ('word' in item) return this.#words[at] === item.word ? this.from(number + 1, at + 1) : undefined;
    for (let end = this.#words.length; end > at; end--) {
      const words = this.#words.slice(at, end);
      const value = this.#valueOfWords(item.facet, words);
      const match = value === undefined ? undefined : this.from(number + 1, end);
      if (match && value !== undefined)
        return { end: match.end, facets: [{ facet: item.facet, value, words }, ...match.facets] };
    }
    return undefined;
  }
}

/** The match of a pattern in a query. */
export interface PatternMatch {
  /** The facet values of all the places that match. */
  facets: readonly FacetMatch[];
  /** The words that match: the first one and the one after the last, by place, in the order of the query. */
  ranges: readonly (readonly [from: number, end: number])[];
  hasPlaceholders: boolean;
}

/**
 * Returns the match of a pattern in a query; undefined if it does not match. A query can contain a pattern several times.
 * @param anchoring `is` by default
 */
export function matchPattern(
  pattern: string,
  anchoring: string | undefined,
  words: readonly string[],
  valueOfWords: FacetLookup,
): PatternMatch | undefined {
  const items = parsePattern(pattern);
  const matcher = new PatternMatcher(items, words, valueOfWords);
  const atStart = anchoring !== 'contains' && anchoring !== 'endsWith';
  const atEnd = anchoring !== 'contains' && anchoring !== 'startsWith';
  const facets: FacetMatch[] = [];
  const ranges: [from: number, end: number][] = [];
  for (let at = 0; at <= (atStart ? 0 : words.length); at++) {
    const match = matcher.from(0, at);
    if (!match || (atEnd && match.end < words.length)) continue;
    ranges.push([at, match.end]);
    facets.push(...match.facets);
    at = Math.max(at, match.end - 1);
  }
  if (ranges.length === 0) return undefined;
  return { facets, ranges, hasPlaceholders: items.some((item) => 'facet' in item) };
}

/**
 * Applies the `params.query` of a rule to a query: replaces it, or removes and replaces words and matched facet values.
 * @param change `params.query` of the rule
 */
export function rewriteQuery(query: string, change: unknown, facets: readonly FacetMatch[]): string {
  if (typeof change === 'string') return change;
  if (typeof change !== 'object' || change === null) return query;
  const { edits = [], remove = [] } = change as { edits?: unknown; remove?: unknown };
  const removals = Array.isArray(remove) ? remove.map((text) => ({ delete: text })) : [];
  let rewritten = query;
  for (const edit of [...(Array.isArray(edits) ? edits : []), ...removals]) {
    const { type, insert, delete: unwanted } = edit ?? {};
    if (typeof unwanted !== 'string') continue;
    const replacement = type === 'replace' && typeof insert === 'string' ? insert : '';
    for (const words of removedWords(unwanted, facets))
      rewritten = replaceWords(rewritten, words, replacement);
  }
  return rewritten;
}

function removedWords(text: string, facets: readonly FacetMatch[]): (readonly string[])[] {
  const [, facet] = PLACEHOLDER.exec(text) ?? [];
  if (facet === undefined) return [wordsOf(text)];
  return facets.filter((match) => match.facet === facet.trim()).map(({ words }) => words);
}

function replaceWords(query: string, words: readonly string[], replacement: string): string {
  if (words.length === 0) return query;
  const tokens = tokenize(query);
  let rewritten = '';
  let from = 0;
  for (let i = 0; i + words.length <= tokens.length; i++) {
    if (!words.every((word, j) => tokens[i + j]?.text === word)) continue;
    rewritten += query.slice(from, tokens[i]?.start) + replacement;
    from = tokens[i + words.length - 1]?.end ?? query.length;
    i += words.length - 1;
  }
  return (rewritten + query.slice(from)).split(/\s+/).filter(Boolean).join(' ');
}
