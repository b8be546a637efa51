import {
  MAX_MERGED_PREFIX_CHARACTERS,
  type Posting,
  phrasePosting,
  type TermDictionary,
} from '../index/postings.ts';
import type { SearchIndex } from '../index/searchIndex.ts';
import type { SearchOptions } from '../index/settings.ts';
import { otherNumberForms } from '../text/english.ts';
import { appliesToEnglish, type QueryWord } from './queryParser.ts';
import { similarTerms } from './similarTerms.ts';

/** One alternative of a query word: terms of the index that match as the word. */
export interface Alternative {
  posting: Posting;
  typos: number;
  /** True if the exact criterion counts the alternative. */
  isExact: boolean;
  /** True if only a prefix of the term matched. */
  isPrefix: boolean;
  /** Terms to highlight. */
  terms: readonly string[];
  /** Highlights every term that starts with the word instead of `terms`. */
  highlightsAllWithPrefix?: boolean;
}

const NUMERIC = /^\p{N}+$/u;
/** Shortest part on either side of a missing space. */
const MIN_PART_CHARACTERS = 2;

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
  const { dictionary } = index;
  const found: Alternative[][] = words.map((word) => termsOf(dictionary, word, options));
  for (const [i, word] of words.entries()) {
    if (word.isLiteral) continue;
    if (appliesToEnglish(options.ignorePlurals, options))
      found[i]?.push(...pluralsOf(dictionary, word, options.alternativesAsExact.includes('ignorePlurals')));
    if (options.typoTolerance !== false) addSpacing(dictionary, words, i, found);
    if (useSynonyms) addSynonyms(index, words, i, found, options);
  }
  return found;
}

function termsOf(dictionary: TermDictionary, word: QueryWord, options: SearchOptions): Alternative[] {
  const allowed = word.isLiteral ? 0 : maxTypos(word.text, options);
  if (allowed === 0 && (!word.isPrefix || word.text.length <= MAX_MERGED_PREFIX_CHARACTERS)) {
    const found: Alternative[] = [];
    const posting = dictionary.get(word.text);
    if (posting) found.push({ posting, typos: 0, isExact: true, isPrefix: false, terms: [word.text] });
    const longer = word.isPrefix && dictionary.withPrefix(word.text);
    if (longer)
      found.push({
        posting: longer,
        typos: 0,
        isExact: false,
        isPrefix: true,
        terms: [],
        highlightsAllWithPrefix: true,
      });
    return found;
  }
  return similarTerms(dictionary.tree, word.text, allowed, word.isPrefix).map(
    ({ posting, typos, isPrefix }) => ({
      posting,
      typos,
      isExact: posting.term === word.text,
      isPrefix,
      terms: [posting.term],
    }),
  );
}

/** Returns the number of typos allowed in a query word. */
function maxTypos(word: string, options: SearchOptions): number {
  if (options.typoTolerance === false) return 0;
  if (options.disableTypoToleranceOnWords.some((w) => w.toLowerCase() === word)) return 0;
  if (!options.allowTyposOnNumericTokens && NUMERIC.test(word)) return 0;
  if (word.length >= options.minWordSizefor2Typos) return 2;
  return word.length >= options.minWordSizefor1Typo ? 1 : 0;
}

function pluralsOf(dictionary: TermDictionary, word: QueryWord, isExact: boolean): Alternative[] {
  return otherNumberForms(word.text).flatMap((form) => {
    const posting = dictionary.get(form);
    return posting ? [{ posting, typos: 0, isExact, isPrefix: false, terms: [form] }] : [];
  });
}

function addSpacing(
  dictionary: TermDictionary,
  words: readonly QueryWord[],
  i: number,
  found: Alternative[][],
): void {
  const { text } = words[i] as QueryWord;
  const next = words[i + 1];
  const joined = next && !next.isLiteral && dictionary.get(text + next.text);
  if (joined) {
    const alternative = { posting: joined, isExact: false, isPrefix: false, terms: [text + next.text] };
    found[i]?.push({ ...alternative, typos: 1 });
    // The missing space is one typo of the pair.
    found[i + 1]?.push({ ...alternative, typos: 0 });
  }
  if (dictionary.get(text)) return;
  for (let cut = MIN_PART_CHARACTERS; cut <= text.length - MIN_PART_CHARACTERS; cut++) {
    const parts = [text.slice(0, cut), text.slice(cut)];
    const posting = phrasePosting(dictionary, parts);
    if (posting) found[i]?.push({ posting, typos: 1, isExact: false, isPrefix: false, terms: parts });
  }
}

function addSynonyms(
  index: SearchIndex,
  words: readonly QueryWord[],
  i: number,
  found: Alternative[][],
  options: SearchOptions,
): void {
  const texts = words.map((word) => word.text);
  for (let length = 1; length <= Math.min(index.synonyms.maxWords, words.length - i); length++)
    for (const { words: others, typos } of index.synonyms.substitutions(texts.slice(i, i + length))) {
      const posting = phrasePosting(index.dictionary, others);
      if (!posting) continue;
      const kind = others.length === 1 ? 'singleWordSynonym' : 'multiWordsSynonym';
      const isExact = typos === 0 && options.alternativesAsExact.includes(kind);
      for (let j = i; j < i + length; j++)
        found[j]?.push({ posting, typos: j === i ? typos : 0, isExact, isPrefix: false, terms: others });
    }
}
