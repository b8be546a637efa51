import { type Alternative, alternativesOf } from './alternatives.ts';
import { coveredBy } from './attributes.ts';
import { fieldOf, type Posting, phrasePosting } from './postings.ts';
import type { QueryPlan } from './queryWords.ts';
import type { SearchIndex } from './searchIndex.ts';
import type { Options } from './settings.ts';

/** Which records a query finds, and by what. */
export interface Matches {
  /** The records found. */
  slots: number[];
  /** By word of the query: its readings. */
  alternatives: Alternative[][];
  hits: WordHits;
}

/** Where each word of a query was found in each record: linked lists, since most words have one reading a record. */
export class WordHits {
  /** By word: the first entry of a slot, or -1. */
  readonly heads: Int32Array[];
  readonly next: number[] = [];
  readonly occurrences: (readonly number[])[] = [];
  readonly alternatives: Alternative[] = [];

  constructor(words: number, slots: number) {
    this.heads = Array.from({ length: words }, () => new Int32Array(slots).fill(-1));
  }

  add(word: number, slot: number, occurrences: readonly number[], alternative: Alternative): void {
    const head = this.heads[word] as Int32Array;
    this.next.push(head[slot] as number);
    head[slot] = this.occurrences.length;
    this.occurrences.push(occurrences);
    this.alternatives.push(alternative);
  }
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
  const hits = new WordHits(plan.words.length, index.records.length);
  const open = withPhrases(index, plan, allowed);
  const usable = usableFields(index, options, restricted);
  const search = new Search(hits, usable, open);

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
    for (let slot = 0; slot < open.length; slot++) if (!posting?.has(slot)) open[slot] = 0;
  }
  for (const phrase of plan.excluded)
    for (const slot of phrasePosting(index.dictionary, phrase)?.keys() ?? []) open[slot] = 0;
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

  constructor(hits: WordHits, usable: UsableFields, open: Uint8Array) {
    this.#hits = hits;
    this.#usable = usable;
    this.#open = open;
    this.#stage = new Uint8Array(open.length);
  }

  /** Keeps only the records that have the word. */
  require(word: number, alternatives: readonly Alternative[]): void {
    const stage = this.#required;
    const kept: number[] = [];
    this.#visit(word, alternatives, (slot) => {
      const at = this.#stage[slot] as number;
      if (at === stage + 1) return true;
      if (at !== stage || this.#open[slot] !== 1) return false;
      this.#stage[slot] = stage + 1;
      kept.push(slot);
      return true;
    });
    this.#required += 1;
    this.found = kept;
  }

  /** Notes the word where records have it; with no required words, adds those records. */
  welcome(word: number, alternatives: readonly Alternative[]): void {
    const anyRecord = this.#required === 0;
    this.#visit(word, alternatives, (slot) => {
      if (!anyRecord) return this.#stage[slot] === this.#required;
      if (this.#open[slot] !== 1) return false;
      if (this.#stage[slot] === 0) {
        this.#stage[slot] = 1;
        this.found.push(slot);
      }
      return true;
    });
  }

  #visit(word: number, alternatives: readonly Alternative[], take: (slot: number) => boolean): void {
    const earlier = this.#required > 0 ? this.found : undefined;
    for (const alternative of alternatives) {
      const { posting, typos, prefix } = alternative;
      const fields = typos > 0 ? this.#usable.typo : prefix ? this.#usable.prefix : this.#usable.exact;
      const visit = (slot: number, occurrences: readonly number[]) => {
        const usable = fields ? occurrences.filter((o) => fields[fieldOf(o)] === 1) : occurrences;
        if (usable.length > 0 && take(slot)) this.#hits.add(word, slot, usable, alternative);
      };
      // Whichever is shorter: the records left, or those that have the term.
      if (earlier && earlier.length < posting.size) visitSlots(posting, earlier, visit);
      else for (const [slot, occurrences] of posting) visit(slot, occurrences);
    }
  }
}

function visitSlots(
  posting: Posting,
  slots: readonly number[],
  visit: (slot: number, occurrences: readonly number[]) => void,
): void {
  for (const slot of slots) {
    const occurrences = posting.get(slot);
    if (occurrences) visit(slot, occurrences);
  }
}
