import { isCoveredBy } from '../index/attributes.ts';
import { fieldOf, phrasePosting } from '../index/postings.ts';
import type { SearchIndex } from '../index/searchIndex.ts';
import type { SearchOptions } from '../index/settings.ts';
import { type Alternative, findAlternatives } from './alternatives.ts';
import type { ParsedQuery } from './queryParser.ts';
import { WordHits } from './wordHits.ts';

/** The records that match a query, and the matches of its words. */
export interface Matches {
  /** Matching records. */
  slots: number[];
  /** By query word: its alternatives. */
  alternatives: Alternative[][];
  hits: WordHits;
}

/**
 * Finds the records that contain every non-optional word of a query (or at least one word, if all are
 * optional) and its phrases, and nothing that it excludes.
 * @param allowed by slot: 1 for records that pass the filters
 * @param restricted searchable attributes the search is limited to; all when empty
 */
export function matchQuery(
  index: SearchIndex,
  plan: ParsedQuery,
  options: SearchOptions,
  {
    allowed,
    restricted,
    useSynonyms,
  }: { allowed: Uint8Array; restricted: readonly string[]; useSynonyms: boolean },
): Matches {
  const alternatives = findAlternatives(index, plan.words, options, useSynonyms);
  const hits = new WordHits(plan.words, index.fields, options, index.arrays);
  const candidates = filterByPhrases(index, plan, allowed);
  const usable = usableFields(index, options, restricted);
  const matcher = new Matcher(hits, usable, candidates, index.arrays.bytes(0));

  const order = plan.words.map((_, i) => i);
  const cost = alternatives.map((list) => list.reduce((sum, { posting }) => sum + posting.size, 0));
  order.sort((a, b) => (cost[a] as number) - (cost[b] as number));
  for (const word of order)
    if (!plan.words[word]?.isOptional) matcher.matchRequired(word, alternatives[word] as Alternative[]);
  for (const word of order)
    if (plan.words[word]?.isOptional) matcher.matchOptional(word, alternatives[word] as Alternative[]);
  const slots = plan.words.length === 0 ? slotsOf(candidates) : matcher.found;
  return { slots, alternatives, hits };
}

function slotsOf(mask: Uint8Array): number[] {
  const slots: number[] = [];
  for (let slot = 0; slot < mask.length; slot++) if (mask[slot] === 1) slots.push(slot);
  return slots;
}

function filterByPhrases(index: SearchIndex, plan: ParsedQuery, allowed: Uint8Array): Uint8Array {
  if (plan.phrases.length === 0 && plan.excluded.length === 0) return allowed;
  const candidates = allowed.slice();
  for (const phrase of plan.phrases) {
    const posting = phrasePosting(index.dictionary, phrase);
    for (let slot = 0; slot < candidates.length; slot++) if (!posting?.get(slot)) candidates[slot] = 0;
  }
  for (const phrase of plan.excluded)
    for (const slot of phrasePosting(index.dictionary, phrase)?.slots ?? []) candidates[slot] = 0;
  return candidates;
}

/** Fields in which an alternative may match, by field number; undefined allows all. */
interface UsableFields {
  exact?: Uint8Array;
  typo?: Uint8Array;
  prefix?: Uint8Array;
}

function usableFields(
  index: SearchIndex,
  options: SearchOptions,
  restricted: readonly string[],
): UsableFields {
  const { disableTypoToleranceOnAttributes: noTypos, disablePrefixOnAttributes: noPrefix } = options;
  const mask = (without: readonly string[]) =>
    restricted.length === 0 && without.length === 0
      ? undefined
      : Uint8Array.from(index.fields, ({ path }) =>
          (restricted.length === 0 || isCoveredBy(path, restricted)) && !isCoveredBy(path, without) ? 1 : 0,
        );
  return { exact: mask([]), typo: mask(noTypos), prefix: mask(noPrefix) };
}

class Matcher {
  /** Records found so far. */
  found: number[] = [];
  readonly #hits: WordHits;
  readonly #usable: UsableFields;
  readonly #candidates: Uint8Array;
  /** By slot: number of required words found. */
  readonly #stage: Uint8Array;
  #required = 0;

  constructor(hits: WordHits, usable: UsableFields, candidates: Uint8Array, stage: Uint8Array) {
    this.#hits = hits;
    this.#usable = usable;
    this.#candidates = candidates;
    this.#stage = stage;
  }

  /** Keeps only the records that contain the word. */
  matchRequired(word: number, alternatives: readonly Alternative[]): void {
    this.#visit(word, alternatives, true);
    this.#required += 1;
  }

  /** Adds the matches of the word; without required words, also adds its records. */
  matchOptional(word: number, alternatives: readonly Alternative[]): void {
    this.#visit(word, alternatives, this.#required === 0);
  }

  /**
   * Reads the postings of a word.
   * @param advances whether records with the word advance one stage and become the found records
   */
  #visit(word: number, alternatives: readonly Alternative[], advances: boolean): void {
    const stage = this.#required;
    const earlier = this.found;
    if (advances && stage > 0) this.found = [];
    for (const alternative of alternatives) {
      const { posting, typos, prefix } = alternative;
      const fields = typos > 0 ? this.#usable.typo : prefix ? this.#usable.prefix : this.#usable.exact;
      // Iterates over the shorter list: the remaining records or those with the term.
      if (stage > 0 && earlier.length * LOOKUP_COST < posting.size)
        for (const slot of earlier) {
          const occurrences = posting.get(slot);
          if (occurrences) this.#take(word, slot, occurrences, alternative, fields, advances);
        }
      else
        for (let i = 0; i < posting.slots.length; i++)
          this.#take(
            word,
            posting.slots[i] as number,
            posting.occurrences[i] as readonly number[],
            alternative,
            fields,
            advances,
          );
    }
  }

  #take(
    word: number,
    slot: number,
    occurrences: readonly number[],
    alternative: Alternative,
    fields: Uint8Array | undefined,
    advances: boolean,
  ): void {
    const at = this.#stage[slot] as number;
    const next = this.#required + 1;
    if (at !== this.#required && !(advances && at === next)) return;
    if (at === 0 && this.#candidates[slot] !== 1) return;
    const usable = fields ? occurrences.filter((o) => fields[fieldOf(o)] === 1) : occurrences;
    if (usable.length === 0) return;
    if (advances && at !== next) {
      this.#stage[slot] = next;
      this.found.push(slot);
    }
    this.#hits.add(word, slot, usable, alternative);
  }
}

/** Cost of finding a record in a posting, in postings skipped. */
const LOOKUP_COST = 4;
