import { RANK_WEIGHT } from '../index/postings.ts';
import type { SearchIndex } from '../index/searchIndex.ts';
import type { SearchOptions } from '../index/settings.ts';
import type { FoundRecords } from './findRecords.ts';
import type { Hit } from './scoring.ts';

/** What a typo, a missing word, and each searchable attribute before the matching one take from a relevance of 100. */
const LOSS = 20;

/** The options of a search. A virtual replica sorts by its custom ranking first. */
export function sortOptions(index: SearchIndex, options: SearchOptions): SearchOptions {
  return index.isVirtual ? { ...options, ranking: ['custom', ...options.ranking] } : options;
}

/**
 * Keeps the records that are relevant enough for a virtual replica. Algolia does not publish its measure: here relevance is
 * 100 for a record with all words, without typos, in the first searchable attribute.
 */
export function relevantRecords(
  index: SearchIndex,
  found: FoundRecords,
  options: SearchOptions,
): FoundRecords {
  if (!index.isVirtual) return found;
  const wanted = found.parsedQuery.words.length;
  const relevance = ({ typos, words, attribute }: Hit) => {
    if (wanted === 0) return 100;
    return 100 - LOSS * (typos + wanted - words + Math.floor(attribute / RANK_WEIGHT));
  };
  return { ...found, hits: found.hits.filter((hit) => relevance(hit) >= options.relevancyStrictness) };
}
