import { isStopWord } from './english.ts';
import { MOST_QUERY_WORDS } from './limits.ts';
import type { Options } from './settings.ts';
import { tokenize } from './words.ts';

/** A word of a query. */
export interface QueryWord {
  /** Folded. */
  text: string;
  /** Where it stands in the query as typed. */
  start: number;
  end: number;
  /** Whether it also matches the beginnings of longer words. */
  prefix: boolean;
  /** Whether records without it are found as well. */
  optional: boolean;
  /** Whether it is meant as it stands: no typos, no synonyms. */
  literal: boolean;
}

/** What a query asks for. */
export interface QueryPlan {
  words: QueryWord[];
  /** Words in quotes (`advancedSyntax`): they must stand together, without typos. */
  phrases: string[][];
  /** Words and phrases after a minus (`advancedSyntax`): records with them are left out. */
  excluded: string[][];
}

const QUOTED_OR_MINUS = /(?<![^\s])(-?)(?:"([^"]*)"|(\S+))/g;

/**
 * Reads a query.
 * @param options `optionalWords` are texts that are cut into words like the query
 */
export function readQuery(query: string, options: Options): QueryPlan {
  const { phrases, excluded } = readAdvancedSyntax(query, options);
  const optional = new Set(options.optionalWords.flatMap((text) => textsOf(text, options)));
  const tokens = tokenize(query, options)
    .filter((token) => !excluded.some((range) => within(token, range)))
    .slice(0, MOST_QUERY_WORDS);
  const words = tokens.map((token, i) => {
    const literal = phrases.some((range) => within(token, range));
    const isPrefix =
      options.queryType === 'prefixAll' || (options.queryType === 'prefixLast' && i === tokens.length - 1);
    return {
      ...token,
      literal,
      prefix: isPrefix && !literal,
      optional: !literal && optional.has(token.text),
    };
  });
  return {
    words: withoutStopWords(words, options),
    phrases: phrases.map((range) => range.words),
    excluded: excluded.map((range) => range.words),
  };
}

const textsOf = (text: string, options: Options) => tokenize(text, options).map((token) => token.text);

interface Range {
  start: number;
  end: number;
  words: string[];
}

const within = (token: { start: number; end: number }, range: Range) =>
  token.start >= range.start && token.end <= range.end;

function readAdvancedSyntax(query: string, options: Options): { phrases: Range[]; excluded: Range[] } {
  const phrases: Range[] = [];
  const excluded: Range[] = [];
  const features = options.advancedSyntax ? options.advancedSyntaxFeatures : [];
  if (features.length > 0)
    for (const match of query.matchAll(QUOTED_OR_MINUS)) {
      const [whole, minus, quoted, word] = match;
      const words = textsOf(quoted ?? word ?? '', options);
      if (words.length === 0) continue;
      const range = { start: match.index, end: match.index + whole.length, words };
      if (minus && features.includes('excludeWords')) excluded.push(range);
      else if (quoted !== undefined && features.includes('exactPhrase')) phrases.push(range);
    }
  return { phrases, excluded };
}

function withoutStopWords(words: QueryWord[], options: Options): QueryWord[] {
  if (!appliesToEnglish(options.removeStopWords, options)) return words;
  // The last word may be the beginning of another one, and a query of stop words alone means them.
  const kept = words.filter((word) => word.prefix || !isStopWord(word.text));
  return kept.some((word) => !isStopWord(word.text)) ? kept : words;
}

/** Whether a language feature set to true, or to a list of languages, includes English. */
export function appliesToEnglish(feature: boolean | string[], options: Options): boolean {
  if (Array.isArray(feature)) return feature.includes('en');
  return feature && (options.queryLanguages.length === 0 || options.queryLanguages.includes('en'));
}
