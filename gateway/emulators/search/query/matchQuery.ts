import type { RecordFilter } from '../filters/applyFilters.ts';
import { isCoveredBy } from '../index/attributes.ts';
import { type IndexedRecord, type Occurrence, phrasePosting } from '../index/postings.ts';
import type { SearchIndex } from '../index/searchIndex.ts';
import type { SearchOptions } from '../index/settings.ts';
import { isStopWord, languagesOf } from '../text/languages.ts';
import { type Alternative, findAlternatives } from './alternatives.ts';
import type { ParsedQuery, QueryWord } from './queryParser.ts';
import { type Hit, scoreHit, type WordMatch } from './scoring.ts';

/** The records that match a query, unordered, and its words. */
export interface Matches {
  hits: Hit[];
  /** By query word: its alternatives. */
  alternatives: Alternative[][];
}

type WordMatches = ReadonlyMap<IndexedRecord, WordMatch>;

/**
 * Finds and scores the records that pass the filters and contain every non-optional word of a query (or at least
 * one word, if all are optional) and its phrases, and nothing that it excludes.
 * @param restricted searchable attributes the search is limited to; all when empty
 */
export function matchQuery(
  index: SearchIndex,
  query: ParsedQuery,
  options: SearchOptions,
  {
    filter,
    restricted,
    useSynonyms,
  }: { filter: RecordFilter; restricted: readonly string[]; useSynonyms: boolean },
): Matches {
  const { words } = query;
  const alternatives = findAlternatives(index, words, options, useSynonyms);
  const search = wordSearch(words, options, restricted);
  const found = new Map<number, WordMatches>();
  let required: WordMatches | undefined;
  for (const [i, word] of words.entries()) {
    if (word.isOptional) continue;
    required = search(alternatives[i] as Alternative[], required);
    found.set(i, required);
  }
  for (const [i, word] of words.entries())
    if (word.isOptional) found.set(i, search(alternatives[i] as Alternative[], required));
  const matching = words.length === 0 ? index.records.values() : required?.keys();
  const records = matching ?? new Set([...found.values()].flatMap((matches) => [...matches.keys()]));
  const hasPhrases = phraseTest(index, query);
  const hits: Hit[] = [];
  for (const record of records) {
    const filters = hasPhrases(record) ? filter(record) : undefined;
    if (filters === undefined) continue;
    const matches = words.flatMap((_, i) => found.get(i)?.get(record) ?? []);
    hits.push(scoreHit(record, filters, matches, options));
  }
  return { hits, alternatives };
}

/** Returns a function that tests whether a record has all phrases of a query and nothing that it excludes. */
function phraseTest({ postings }: SearchIndex, { phrases, excluded }: ParsedQuery) {
  const required = phrases.map((phrase) => phrasePosting(postings, phrase));
  const unwanted = excluded.map((phrase) => phrasePosting(postings, phrase));
  return (record: IndexedRecord) =>
    required.every((posting) => posting?.has(record)) && !unwanted.some((posting) => posting?.has(record));
}

/** Shorter words and stop words never count as exact when `exactOnSingleWordQuery` is `word`. */
const MIN_EXACT_CHARACTERS = 3;

/** Returns a function that finds the alternatives of a query word, in all records or in the records of other words. */
function wordSearch(words: readonly QueryWord[], options: SearchOptions, restricted: readonly string[]) {
  const single = words.length === 1 ? options.exactOnSingleWordQuery : undefined;
  const [{ text = '' } = {}] = words;
  const isInexact =
    single === 'word' &&
    (text.length < MIN_EXACT_CHARACTERS || isStopWord(text, languagesOf(true, options.queryLanguages)));
  const countsAsExact = ({ attribute, isWhole }: Occurrence) =>
    single !== 'none' &&
    !isInexact &&
    (single !== 'attribute' || isWhole) &&
    !isCoveredBy(attribute, options.disableExactOnAttributes);

  return (alternatives: readonly Alternative[], foundRecords?: WordMatches): WordMatches => {
    const matches = new Map<IndexedRecord, WordMatch>();
    for (const alternative of alternatives) {
      const excluded = attributesWithout(alternative, options);
      const isUsable = ({ attribute }: Occurrence) =>
        (restricted.length === 0 || isCoveredBy(attribute, restricted)) && !isCoveredBy(attribute, excluded);
      const isUnrestricted = restricted.length + excluded.length === 0;
      for (const [record, all] of alternative.posting) {
        if (foundRecords?.has(record) === false) continue;
        const occurrences = isUnrestricted ? all : all.filter(isUsable);
        if (occurrences.length === 0) continue;
        const isExact = alternative.isExact && occurrences.some(countsAsExact);
        const match = matches.get(record);
        if (match) {
          match.typos = Math.min(match.typos, alternative.typos);
          match.isExact ||= isExact;
          match.occurrences.push(occurrences);
        } else matches.set(record, { typos: alternative.typos, isExact, occurrences: [occurrences] });
      }
    }
    return matches;
  };
}

/** Returns the attributes in which an alternative does not match. */
function attributesWithout({ typos, prefix }: Alternative, options: SearchOptions): readonly string[] {
  if (typos > 0) return options.disableTypoToleranceOnAttributes;
  return prefix === undefined ? [] : options.disablePrefixOnAttributes;
}
