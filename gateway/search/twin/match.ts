import { type Alternative, alternativesOf } from './alternatives.ts';
import { coveredBy } from './attributes.ts';
import { fieldOf, phrasePosting } from './postings.ts';
import type { QueryPlan } from './queryWords.ts';
import type { SearchIndex } from './searchIndex.ts';
import type { Options } from './settings.ts';
import { WordHits } from './wordHits.ts';

/** Which records a query finds, and by what. */
export interface Matches {
  /** The records found. */
  slots: number[];
  /** By word of the query: its readings. */
  alternatives: Alternative[][];
  hits: WordHits;
}

/**
 * Finds the records that have every word of a query that is not optional (with none but optional words: at least one),
 * its phrases, and nothing it excludes.
 * @param allowed by slot: 1 for records the filters let through
 * @param restricted searchable attributes the search is confined to; all when empty
 */
export function matchQuery(
  index: SearchIndex,
  plan: QueryPlan,
  options: Options,
  {
    allowed,
    restricted,
    synonyms,
  }: { allowed: Uint8Array; restricted: readonly string[]; synonyms: boolean },
): Matches {
  const alternatives = alternativesOf(index, plan.words, options, synonyms);
  const hits = new WordHits(plan.words, index.fields, options, index.scratch);
  const open = withPhrases(index, plan, allowed);
  const usable = usableFields(index, options, restricted);
  const search = new Search(hits, usable, open, index.scratch.bytes(0));

  const order = plan.words.map((_, i) => i);
  const cost = alternatives.map((list) => list.reduce((sum, { posting }) => sum + posting.size, 0));
  order.sort((a, b) => (cost[a] as number) - (cost[b] as number));
  for (const word of order)
    if (!plan.words[word]?.optional) search.require(word, alternatives[word] as Alternative[]);
  for (const word of order)
    if (plan.words[word]?.optional) search.welcome(word, alternatives[word] as Alternative[]);
  const slots = plan.words.length === 0 ? slotsOf(open) : search.found;
  return { slots, alternatives, hits };
}

function slotsOf(mask: Uint8Array): number[] {
  const slots: number[] = [];
  for (let slot = 0; slot < mask.length; slot++) if (mask[slot] === 1) slots.push(slot);
  return slots;
}

function withPhrases(index: SearchIndex, plan: QueryPlan, allowed: Uint8Array): Uint8Array {
  if (plan.phrases.length === 0 && plan.excluded.length === 0) return allowed;
  const open = allowed.slice();
  for (const phrase of plan.phrases) {
    const posting = phrasePosting(index.dictionary, phrase);
    for (let slot = 0; slot < open.length; slot++) if (!posting?.get(slot)) open[slot] = 0;
  }
  for (const phrase of plan.excluded)
    for (const slot of phrasePosting(index.dictionary, phrase)?.slots ?? []) open[slot] = 0;
  return open;
}

/** Fields an alternative may match in, by field number; undefined when any will do. */
interface UsableFields {
  exact?: Uint8Array;
  typo?: Uint8Array;
  prefix?: Uint8Array;
}

function usableFields(index: SearchIndex, options: Options, restricted: readonly string[]): UsableFields {
  const { disableTypoToleranceOnAttributes: noTypos, disablePrefixOnAttributes: noPrefix } = options;
  const mask = (without: readonly string[]) =>
    restricted.length === 0 && without.length === 0
      ? undefined
      : Uint8Array.from(index.fields, ({ path }) =>
          (restricted.length === 0 || coveredBy(path, restricted)) && !coveredBy(path, without) ? 1 : 0,
        );
  return { exact: mask([]), typo: mask(noTypos), prefix: mask(noPrefix) };
}

class Search {
  /** Records found so far. */
  found: number[] = [];
  readonly #hits: WordHits;
  readonly #usable: UsableFields;
  readonly #open: Uint8Array;
  /** By slot: how many required words were found. */
  readonly #stage: Uint8Array;
  #required = 0;

  constructor(hits: WordHits, usable: UsableFields, open: Uint8Array, stage: Uint8Array) {
    this.#hits = hits;
    this.#usable = usable;
    this.#open = open;
    this.#stage = stage;
  }

  /** Keeps only the records that have the word. */
  require(word: number, alternatives: readonly Alternative[]): void {
    this.#visit(word, alternatives, true);
    this.#required += 1;
  }

  /** Notes the word where records have it; with no required words, adds those records. */
  welcome(word: number, alternatives: readonly Alternative[]): void {
    this.#visit(word, alternatives, this.#required === 0);
  }

  /**
   * Reads a word's postings.
   * @param moves whether records with the word go one stage on, which makes them the records found
   */
  #visit(word: number, alternatives: readonly Alternative[], moves: boolean): void {
    const stage = this.#required;
    const earlier = this.found;
    const anew = moves && stage > 0;
    if (anew) this.found = [];
    for (const alternative of alternatives) {
      const { posting, typos, prefix } = alternative;
      const fields = typos > 0 ? this.#usable.typo : prefix ? this.#usable.prefix : this.#usable.exact;
      // Whichever is shorter: the records left, or those that have the term.
      if (stage > 0 && earlier.length * SEARCH_COST < posting.size)
        for (const slot of earlier) {
          const occurrences = posting.get(slot);
          if (occurrences) this.#take(word, slot, occurrences, alternative, fields, moves);
        }
      else
        for (let i = 0; i < posting.slots.length; i++)
          this.#take(
            word,
            posting.slots[i] as number,
            posting.occurrences[i] as readonly number[],
            alternative,
            fields,
            moves,
          );
    }
  }

  #take(
    word: number,
    slot: number,
    occurrences: readonly number[],
    alternative: Alternative,
    fields: Uint8Array | undefined,
    moves: boolean,
  ): void {
    const at = this.#stage[slot] as number;
    const next = this.#required + 1;
    if (at !== this.#required && !(moves && at === next)) return;
    if (at === 0 && this.#open[slot] !== 1) return;
    const usable = fields ? occurrences.filter((o) => fields[fieldOf(o)] === 1) : occurrences;
    if (usable.length === 0) return;
    if (moves && at !== next) {
      this.#stage[slot] = next;
      this.found.push(slot);
    }
    this.#hits.note(word, slot, usable, alternative);
  }
}

/** Finding a record in a posting costs about as much as passing over this many of it. */
const SEARCH_COST = 4;
