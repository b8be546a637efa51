import type { ParsedQuery } from './queryParser.ts';
import type { Hit } from './scoring.ts';

/** The limits of optional words: https://www.algolia.com/doc/api-reference/api-parameters/optionalWords */
const MIN_WORDS = 4;
const RESULTS_PER_STEP = 1000;
const MANY_WORDS = 10;
const WORDS_PER_STEP = 5;

/**
 * Removes hits with too few words, if a query has four words or more and all are optional: after each thousand results, a record needs one
 * word more, or a fifth of ten optional words and more.
 * @param hits in order
 */
export function withEnoughWords(hits: Hit[], { words }: ParsedQuery): Hit[] {
  if (words.length < MIN_WORDS || hits.length <= RESULTS_PER_STEP) return hits;
  if (!words.every(({ isOptional }) => isOptional)) return hits;
  const step = words.length < MANY_WORDS ? 1 : Math.floor(words.length / WORDS_PER_STEP);
  const kept: Hit[] = [];
  for (const hit of hits) {
    const required = 1 + Math.floor(kept.length / RESULTS_PER_STEP) * step;
    if (hit.words >= required) kept.push(hit);
  }
  return kept;
}
