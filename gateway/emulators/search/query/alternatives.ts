import { type Posting, phrasePosting } from '../index/postings.ts';
import type { SearchIndex } from '../index/searchIndex.ts';
import type { SearchOptions } from '../index/settings.ts';
import { type Substitution, substitutionsOf } from '../index/synonyms.ts';
import { languagesOf } from '../text/languages.ts';
import { otherNumberForms } from '../text/numberForms.ts';
import type { QueryWord } from './queryParser.ts';
import { similarTerms } from './similarTerms.ts';

/** One alternative of a query word: terms of the index that match as the word. */
export interface Alternative {
  posting: Posting;
  typos: number;
  /** True if the exact criterion counts the alternative. */
  isExact: boolean;
  /** The prefix of the terms that matched; undefined if whole terms matched. */
  prefix?: string;
  /** Terms to highlight. */
  terms: readonly string[];
  /** Highlights every word that starts with the prefix, also words that are not searchable. */
  highlightsAllWithPrefix?: boolean;
}

type Postings = ReadonlyMap<string, Posting>;

const NUMERIC = /^\p{N}+$/u;
/** Shorter prefixes are also highlighted in words that are not searchable. */
const MAX_SHORT_PREFIX_CHARACTERS = 2;
/** Longest first part of a word with a missing space, according to Algolia's guide "Splitting and concatenation". */
const MAX_FIRST_PART_CHARACTERS = 12;

/**
 * Returns the alternatives of each query word in an index: the word itself, longer words, typos, singular and
 * plural, synonyms, and words joined or split by mistake (which count as one typo).
 * @param useSynonyms whether the synonyms of the index apply
 */
export function findAlternatives(
  index: SearchIndex,
  words: readonly QueryWord[],
  options: SearchOptions,
  useSynonyms: boolean,
): Alternative[][] {
  const { postings } = index;
  const found: Alternative[][] = words.map((word) => termsOf(postings, word, options));
  const substitutions = substitutionsOf(useSynonyms ? index.synonyms.values() : []);
  const pluralLanguages = languagesOf(options.ignorePlurals, options.queryLanguages);
  for (const [i, word] of words.entries()) {
    if (word.isLiteral) continue;
    if (pluralLanguages.length > 0) found[i]?.push(...pluralsOf(postings, word, pluralLanguages, options));
    found[i]?.push(...partsOf(postings, word, options));
    if (options.typoTolerance !== false) {
      addSplit(postings, word, options, found[i] as Alternative[]);
      addJoined(postings, words, i, 2, found);
      if (i === 0 && words.length > 2) addJoined(postings, words, 0, words.length, found);
    }
    addSynonyms(postings, words, i, found, substitutions, options);
  }
  return found;
}

function termsOf(
  postings: Postings,
  { text, isPrefix, isLiteral }: Pick<QueryWord, 'text' | 'isPrefix' | 'isLiteral'>,
  options: SearchOptions,
): Alternative[] {
  const allowed = isLiteral ? 0 : maxTypos(text, options);
  const highlightsAllWithPrefix = allowed === 0 && text.length <= MAX_SHORT_PREFIX_CHARACTERS;
  return similarTerms(postings.keys(), text, allowed, isPrefix).map((similar) => ({
    posting: postings.get(similar.term) as Posting,
    typos: similar.typos,
    isExact: similar.term === text,
    ...(similar.isPrefix && { prefix: text, highlightsAllWithPrefix }),
    terms: [similar.term],
  }));
}

/** Returns the number of typos allowed in a query word. */
function maxTypos(word: string, options: SearchOptions): number {
  if (options.typoTolerance === false) return 0;
  if (options.disableTypoToleranceOnWords.some((w) => w.toLowerCase() === word)) return 0;
  if (!options.allowTyposOnNumericTokens && NUMERIC.test(word)) return 0;
  if (word.length >= options.minWordSizefor2Typos) return 2;
  return word.length >= options.minWordSizefor1Typo ? 1 : 0;
}

/** Returns the singulars and plurals of a word and of its parts, e.g. of `l'attracteur`. */
function pluralsOf(
  postings: Postings,
  { text, parts }: QueryWord,
  languages: readonly string[],
  options: SearchOptions,
): Alternative[] {
  const isExact = options.alternativesAsExact.includes('ignorePlurals');
  const words = parts.length === 1 ? [text, ...parts] : [text];
  return words
    .flatMap((word) => otherNumberForms(word, languages))
    .flatMap((form) => {
      const posting = postings.get(form);
      return posting ? [{ posting, typos: 0, isExact, terms: [form] }] : [];
    });
}

/** Returns the terms of the parts of a word such as `l'attracteur`, where several parts must be adjacent. */
function partsOf(postings: Postings, word: QueryWord, options: SearchOptions): Alternative[] {
  const [only, ...otherParts] = word.parts;
  if (only === undefined) return [];
  if (otherParts.length === 0)
    return termsOf(postings, { ...word, text: only }, options).map((found) => ({
      ...found,
      isExact: false,
    }));
  const posting = phrasePosting(postings, word.parts);
  return posting ? [{ posting, typos: 0, isExact: false, terms: word.parts }] : [];
}

/** Adds the words of which the word consists if a space is missing: the most frequent two. The missing space is a typo. */
function addSplit(
  postings: Postings,
  { text }: QueryWord,
  options: SearchOptions,
  found: Alternative[],
): void {
  if (text.length < options.minWordSizefor1Typo) return;
  let best: Posting | undefined;
  let terms: string[] = [];
  for (let cut = 1; cut < text.length && cut <= MAX_FIRST_PART_CHARACTERS; cut++) {
    const parts = [text.slice(0, cut), text.slice(cut)];
    const posting = phrasePosting(postings, parts);
    if (!posting || posting.size <= (best?.size ?? 0)) continue;
    best = posting;
    terms = parts;
  }
  if (best) found.push({ posting: best, typos: 1, isExact: false, terms });
}

/** Adds the word that `count` words form together, if they are in the index without their spaces. */
function addJoined(
  postings: Postings,
  words: readonly QueryWord[],
  from: number,
  count: number,
  found: Alternative[][],
): void {
  const joined = words.slice(from, from + count);
  if (joined.length < count || joined.some(({ isLiteral }) => isLiteral)) return;
  const term = joined.map(({ text }) => text).join('');
  const posting = postings.get(term);
  if (!posting) return;
  for (let i = from; i < from + count; i++)
    // The spaces are one typo of all the words.
    found[i]?.push({ posting, typos: i === from ? 1 : 0, isExact: false, terms: [term] });
}

function addSynonyms(
  postings: Postings,
  words: readonly QueryWord[],
  i: number,
  found: Alternative[][],
  substitutions: ReadonlyMap<string, readonly Substitution[]>,
  options: SearchOptions,
): void {
  for (let end = i + 1; end <= words.length; end++) {
    const replaced = words.slice(i, end).map(({ text }) => text);
    for (const { words: synonym, typos } of substitutions.get(replaced.join(' ')) ?? []) {
      const posting = phrasePosting(postings, synonym);
      if (!posting) continue;
      const kind = synonym.length === 1 ? 'singleWordSynonym' : 'multiWordsSynonym';
      const isExact = typos === 0 && options.alternativesAsExact.includes(kind);
      for (let j = i; j < end; j++)
        found[j]?.push({ posting, typos: j === i ? typos : 0, isExact, terms: synonym });
    }
  }
}
