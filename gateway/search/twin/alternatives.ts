import { otherNumbers } from './english.ts';
import { type Dictionary, LONGEST_BEGINNING, type Posting, phrasePosting } from './postings.ts';
import { appliesToEnglish, type QueryWord } from './queryWords.ts';
import type { SearchIndex } from './searchIndex.ts';
import type { Options } from './settings.ts';
import { similarTerms } from './similarTerms.ts';

/** One reading of a query word: terms of the index that count as it. */
export interface Alternative {
  posting: Posting;
  typos: number;
  /** Whether the exact criterion counts it. */
  exact: boolean;
  /** Whether only the beginning of the term was matched. */
  prefix: boolean;
  /** What to highlight. */
  terms: readonly string[];
  /** Highlight whatever begins with the word; its terms are not listed one by one. */
  anyTerm?: boolean;
}

const NUMERIC = /^\p{N}+$/u;
/** A run of letters shorter than this on either side of a missing space says nothing. */
const SHORTEST_PART = 2;

/**
 * For each word of a query, its readings in an index: the word itself, longer words it begins, typos, the other
 * grammatical number, synonyms, and words wrongly joined or parted (which count as one typo).
 * @param synonyms whether the index's synonyms are used
 */
export function alternativesOf(
  index: SearchIndex,
  words: readonly QueryWord[],
  options: Options,
  synonyms: boolean,
): Alternative[][] {
  const { dictionary } = index;
  const found: Alternative[][] = words.map((word) => termsOf(dictionary, word, options));
  for (const [i, word] of words.entries()) {
    if (word.literal) continue;
    if (appliesToEnglish(options.ignorePlurals, options))
      found[i]?.push(...pluralsOf(dictionary, word, options.alternativesAsExact.includes('ignorePlurals')));
    if (options.typoTolerance !== false) addSpacing(dictionary, words, i, found);
    if (synonyms) addSynonyms(index, words, i, found, options);
  }
  return found;
}

function termsOf(dictionary: Dictionary, word: QueryWord, options: Options): Alternative[] {
  const most = word.literal ? 0 : mostTypos(word.text, options);
  if (most === 0 && (!word.prefix || word.text.length <= LONGEST_BEGINNING)) {
    const found: Alternative[] = [];
    const posting = dictionary.get(word.text);
    if (posting) found.push({ posting, typos: 0, exact: true, prefix: false, terms: [word.text] });
    const longer = word.prefix && dictionary.beginning(word.text);
    if (longer)
      found.push({ posting: longer, typos: 0, exact: false, prefix: true, terms: [], anyTerm: true });
    return found;
  }
  return similarTerms(dictionary.tree, word.text, most, word.prefix).map(({ posting, typos, prefix }) => ({
    posting,
    typos,
    exact: posting.term === word.text,
    prefix,
    terms: [posting.term],
  }));
}

/** How many typos a query word may have. */
function mostTypos(word: string, options: Options): number {
  if (options.typoTolerance === false) return 0;
  if (options.disableTypoToleranceOnWords.some((w) => w.toLowerCase() === word)) return 0;
  if (!options.allowTyposOnNumericTokens && NUMERIC.test(word)) return 0;
  if (word.length >= options.minWordSizefor2Typos) return 2;
  return word.length >= options.minWordSizefor1Typo ? 1 : 0;
}

function pluralsOf(dictionary: Dictionary, word: QueryWord, exact: boolean): Alternative[] {
  return otherNumbers(word.text).flatMap((form) => {
    const posting = dictionary.get(form);
    return posting ? [{ posting, typos: 0, exact, prefix: false, terms: [form] }] : [];
  });
}

function addSpacing(
  dictionary: Dictionary,
  words: readonly QueryWord[],
  i: number,
  found: Alternative[][],
): void {
  const { text } = words[i] as QueryWord;
  const next = words[i + 1];
  const joined = next && !next.literal && dictionary.get(text + next.text);
  if (joined) {
    const reading = { posting: joined, exact: false, prefix: false, terms: [text + next.text] };
    found[i]?.push({ ...reading, typos: 1 });
    // The missing space is one typo of the pair.
    found[i + 1]?.push({ ...reading, typos: 0 });
  }
  if (dictionary.get(text)) return;
  for (let cut = SHORTEST_PART; cut <= text.length - SHORTEST_PART; cut++) {
    const parts = [text.slice(0, cut), text.slice(cut)];
    const posting = phrasePosting(dictionary, parts);
    if (posting) found[i]?.push({ posting, typos: 1, exact: false, prefix: false, terms: parts });
  }
}

function addSynonyms(
  index: SearchIndex,
  words: readonly QueryWord[],
  i: number,
  found: Alternative[][],
  options: Options,
): void {
  const texts = words.map((word) => word.text);
  for (let length = 1; length <= Math.min(index.synonyms.longest, words.length - i); length++)
    for (const { words: others, typos } of index.synonyms.substitutions(texts.slice(i, i + length))) {
      const posting = phrasePosting(index.dictionary, others);
      if (!posting) continue;
      const kind = others.length === 1 ? 'singleWordSynonym' : 'multiWordsSynonym';
      const exact = typos === 0 && options.alternativesAsExact.includes(kind);
      for (let j = i; j < i + length; j++)
        found[j]?.push({ posting, typos: j === i ? typos : 0, exact, prefix: false, terms: others });
    }
}
