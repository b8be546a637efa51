import { MAX_PROXIMITY } from '../api/limits.ts';
import type { IndexedRecord, Occurrence } from '../index/postings.ts';
import type { SearchOptions } from '../index/settings.ts';

/** A query word in a record, over all alternatives of the word. */
export interface WordMatch {
  /** Fewest typos. */
  typos: number;
  /** True if the exact criterion counts the word. */
  isExact: boolean;
  /** By alternative. */
  occurrences: (readonly Occurrence[])[];
}

/** A record that passes the filters and matches the query, with the criteria of the ranking formula. */
export interface Hit {
  record: IndexedRecord;
  /** Score of the filters; higher is better. */
  filters: number;
  /** Lower is better. */
  typos: number;
  /** Number of query words found; higher is better. */
  words: number;
  /** Sum of the distances between consecutive words, each from 1 to 8; lower is better. */
  proximity: number;
  /** Rank of the best attribute times 1000, plus the position in it; lower is better. */
  attribute: number;
  /** Higher is better. */
  exact: number;
}

/** Returns the hit of a record. @param matches the query words found in the record, in order */
export function scoreHit(
  record: IndexedRecord,
  filters: number,
  matches: readonly WordMatch[],
  options: SearchOptions,
): Hit {
  const hit = { record, filters, typos: 0, words: matches.length, proximity: 0, attribute: 0, exact: 0 };
  if (matches.length === 0) return hit;
  let attribute = Number.POSITIVE_INFINITY;
  let attributeOfPairs = Number.POSITIVE_INFINITY;
  for (const [i, match] of matches.entries()) {
    hit.typos += match.typos;
    hit.exact += match.isExact ? 1 : 0;
    for (const occurrences of match.occurrences) attribute = Math.min(attribute, bestAttribute(occurrences));
    const previous = matches[i - 1];
    if (!previous) continue;
    const pair = nearestPair(previous.occurrences.flat(), match.occurrences.flat());
    hit.proximity += Math.max(pair?.distance ?? MAX_PROXIMITY, options.minProximity);
    if (pair) attributeOfPairs = Math.min(attributeOfPairs, pair.attribute);
  }
  const { ranking } = options;
  // The best attribute has the closest words, or is the first in the list.
  const isByProximity =
    options.attributeCriteriaComputedByMinProximity ||
    ranking.indexOf('proximity') < ranking.indexOf('attribute');
  hit.attribute = isByProximity && Number.isFinite(attributeOfPairs) ? attributeOfPairs : attribute;
  return hit;
}

function bestAttribute(occurrences: readonly Occurrence[]): number {
  let best = Number.POSITIVE_INFINITY;
  for (const { attributeScore } of occurrences) best = Math.min(best, attributeScore);
  return best;
}

/**
 * Returns the least distance from a word to the next one, and the best attribute where they are this near; undefined if
 * they are far apart. A pair in the wrong order counts one more.
 */
function nearestPair(before: readonly Occurrence[], after: readonly Occurrence[]) {
  const positions = new Set(after.map(({ position }) => position));
  for (let distance = 1; distance < MAX_PROXIMITY; distance++) {
    const near = before.filter(
      ({ position }) => positions.has(position + distance) || positions.has(position + 1 - distance),
    );
    if (near.length > 0) return { distance, attribute: bestAttribute(near) };
  }
  return undefined;
}
