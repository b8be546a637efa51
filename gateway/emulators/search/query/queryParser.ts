import { MAX_QUERY_WORDS } from '../api/limits.ts';
import type { SearchOptions } from '../index/settings.ts';
import { isStopWord, languagesOf } from '../text/languages.ts';
import { tokenize } from '../text/tokenizer.ts';

/** A word of a query. */
export interface QueryWord {
  /** Lower case, without diacritics. */
  text: string;
  /** The words that punctuation joins in the word, e.g. `attracteur` of `l'attracteur`. */
  parts: readonly string[];
  /** Position in the query as typed. */
  start: number;
  end: number;
  /** True if the word also matches as a prefix of longer words. */
  isPrefix: boolean;
  /** True if records without the word match too. */
  isOptional: boolean;
  /** True if the word matches only literally: no typos, no synonyms. */
  isLiteral: boolean;
}

/** A parsed query. */
export interface ParsedQuery {
  words: QueryWord[];
  /** Words in quotes (`advancedSyntax`), which must be adjacent and without typos. */
  phrases: string[][];
  /** Words and phrases after a minus (`advancedSyntax`), which exclude records. */
  excluded: string[][];
}

const QUOTED_OR_MINUS = /(?<![^\s])(-?)(?:"([^"]*)"|(\S+))/g;

/** Parses a query. @param options texts in `optionalWords` are tokenized like the query */
export function parseQuery(query: string, options: SearchOptions): ParsedQuery {
  const { phrases, excluded } = parseAdvancedSyntax(query, options);
  const optionalWords = new Set(options.optionalWords.flatMap((text) => tokenTexts(text, options)));
  const tokens = tokenize(query, options)
    .filter((token) => !excluded.some((range) => within(token, range)))
    .slice(0, MAX_QUERY_WORDS);
  const words = tokens.map((token, i) => {
    const isLiteral = phrases.some((range) => within(token, range));
    const matchesPrefixes =
      options.queryType === 'prefixAll' || (options.queryType === 'prefixLast' && i === tokens.length - 1);
    return {
      ...token,
      parts: (token.parts ?? []).map(({ text }) => text),
      isLiteral,
      isPrefix: matchesPrefixes && !isLiteral,
      isOptional: !isLiteral && optionalWords.has(token.text),
    };
  });
  return {
    words: withoutStopWords(words, options),
    phrases: phrases.map((range) => range.words),
    excluded: excluded.map((range) => range.words),
  };
}

const tokenTexts = (text: string, options: SearchOptions) =>
  tokenize(text, options).map((token) => token.text);

interface Range {
  start: number;
  end: number;
  words: string[];
}

const within = (token: { start: number; end: number }, range: Range) =>
  token.start >= range.start && token.end <= range.end;

function parseAdvancedSyntax(query: string, options: SearchOptions): { phrases: Range[]; excluded: Range[] } {
  const phrases: Range[] = [];
  const excluded: Range[] = [];
  const features = options.advancedSyntax ? options.advancedSyntaxFeatures : [];
  if (features.length > 0)
    for (const match of query.matchAll(QUOTED_OR_MINUS)) {
      const [whole, minus, quoted, word] = match;
      const words = tokenTexts(quoted ?? word ?? '', options);
      if (words.length === 0) continue;
      const range = { start: match.index, end: match.index + whole.length, words };
      if (minus && features.includes('excludeWords')) excluded.push(range);
      else if (quoted !== undefined && features.includes('exactPhrase')) phrases.push(range);
    }
  return { phrases, excluded };
}

function withoutStopWords(words: QueryWord[], options: SearchOptions): QueryWord[] {
  const languages = languagesOf(options.removeStopWords, options.queryLanguages);
  if (languages.length === 0) return words;
  const isStop = ({ text, parts }: QueryWord) =>
    isStopWord(text, languages) || (parts.length > 0 && parts.every((part) => isStopWord(part, languages)));
  // The last word may be the prefix of another word, and a query of stop words only searches for them.
  const remaining = words.filter((word) => word.isPrefix || !isStop(word));
  return remaining.every(isStop) ? words : remaining;
}
