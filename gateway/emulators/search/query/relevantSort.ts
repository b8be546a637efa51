import type { SearchIndex } from '../index/searchIndex.ts';
import type { SearchOptions } from '../index/settings.ts';
import type { FoundRecords } from './findRecords.ts';
import { RANK_WEIGHT } from './wordHits.ts';

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
  const { typos, attribute, words } = found.scores;
  const wanted = found.parsedQuery.words.length;
  const relevance = (slot: number) => {
    if (wanted === 0) return 100;
    const missing = wanted - (words[slot] as number);
    const rank = Math.floor((attribute[slot] as number) / RANK_WEIGHT);
    return 100 - LOSS * ((typos[slot] as number) + missing + rank);
  };
  return { ...found, slots: found.slots.filter((slot) => relevance(slot) >= options.relevancyStrictness) };
}
