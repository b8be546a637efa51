import SearchableMap from 'minisearch/SearchableMap';

/**
 * The posting list of a term: slots of records in ascending order, and the occurrences in each. An occurrence
 * is one number (see `packOccurrence`), so a record's occurrences sort by attribute, then by position.
 */
export class Posting {
  readonly term: string;
  readonly slots: number[] = [];
  readonly occurrences: (readonly number[])[] = [];

  constructor(term: string) {
    this.term = term;
  }

  /** Number of records. */
  get size(): number {
    return this.slots.length;
  }

  /** Returns the occurrences in a record; undefined when it lacks the term. */
  get(slot: number): readonly number[] | undefined {
    const at = this.#find(slot);
    return this.slots[at] === slot ? this.occurrences[at] : undefined;
  }

  set(slot: number, occurrences: readonly number[]): void {
    const at = this.#find(slot);
    if (at === this.slots.length) {
      this.slots.push(slot);
      this.occurrences.push(occurrences);
    } else if (this.slots[at] === slot) this.occurrences[at] = occurrences;
    else {
      this.slots.splice(at, 0, slot);
      this.occurrences.splice(at, 0, occurrences);
    }
  }

  delete(slot: number): void {
    const at = this.#find(slot);
    if (this.slots[at] !== slot) return;
    this.slots.splice(at, 1);
    this.occurrences.splice(at, 1);
  }

  #find(slot: number): number {
    let from = 0;
    let to = this.slots.length;
    // Records usually arrive in the order of their slots.
    if (to === 0 || (this.slots[to - 1] as number) < slot) return to;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.slots[middle] as number) < slot) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

const POSITION_BITS = 16;
const MAX_POSITION = (1 << POSITION_BITS) - 1;

/**
 * Packs an occurrence into one number.
 * @param field number of the attribute, below 2^14
 * @param position position of the word in the attribute, from 0
 * @param alone whether the word is the attribute's whole value
 */
export function packOccurrence(field: number, position: number, alone: boolean): number {
  return (field << (POSITION_BITS + 1)) | (Math.min(position, MAX_POSITION) << 1) | (alone ? 1 : 0);
}

/** Returns the attribute number of an occurrence. */
export const fieldOf = (packed: number): number => packed >>> (POSITION_BITS + 1);
/** Returns the position of an occurrence in its attribute. */
export const positionOf = (packed: number): number => (packed >>> 1) & MAX_POSITION;
/** Returns whether an occurrence is the whole value of its attribute. */
export const isAlone = (packed: number): boolean => (packed & 1) === 1;

/**
 * The terms of an index: a map for exact lookups and a radix tree for prefixes and typos. Terms that share a
 * prefix of one or two letters are merged in advance, because reading so many terms separately is slow.
 */
export class TermDictionary {
  readonly #terms = new Map<string, Posting>();
  readonly #mergedPrefixes = new Map<string, Posting>();
  readonly tree = new SearchableMap<Posting>();

  /** Returns the merged posting of longer terms with the prefix; undefined when none exists. */
  withPrefix(prefix: string): Posting | undefined {
    return this.#mergedPrefixes.get(prefix);
  }

  /** Returns the posting of a term; undefined when no record has it. */
  get(term: string): Posting | undefined {
    return this.#terms.get(term);
  }

  /** Number of terms. */
  get size(): number {
    return this.#terms.size;
  }

  /**
   * Stores the terms of a record with their occurrences.
   * @param previous terms of the replaced record; after a small change most of them stay
   */
  put(slot: number, terms: ReadonlyMap<string, readonly number[]>, previous: readonly string[] = []): void {
    const prefixes = new Map<string, number[]>();
    for (const [term, occurrences] of terms) {
      let posting = this.#terms.get(term);
      if (!posting) {
        posting = new Posting(term);
        this.#terms.set(term, posting);
        this.tree.set(term, posting);
      }
      posting.set(slot, occurrences);
      for (let length = 1; length <= MAX_MERGED_PREFIX_CHARACTERS && length < term.length; length++)
        collect(prefixes, term.slice(0, length), occurrences);
    }
    for (const [prefix, occurrences] of prefixes) {
      let posting = this.#mergedPrefixes.get(prefix);
      if (!posting) {
        posting = new Posting(prefix);
        this.#mergedPrefixes.set(prefix, posting);
      }
      posting.set(
        slot,
        occurrences.sort((a, b) => a - b),
      );
    }
    for (const term of previous) if (!terms.has(term)) this.#removeTerm(slot, term, prefixes);
  }

  /** Removes the terms of a record. */
  remove(slot: number, terms: readonly string[]): void {
    for (const term of terms) this.#removeTerm(slot, term, NONE);
  }

  #removeTerm(slot: number, term: string, remainingPrefixes: ReadonlyMap<string, unknown>): void {
    const posting = this.#terms.get(term);
    posting?.delete(slot);
    if (posting?.size === 0) {
      this.#terms.delete(term);
      this.tree.delete(term);
    }
    for (let length = 1; length <= MAX_MERGED_PREFIX_CHARACTERS && length < term.length; length++) {
      const prefix = term.slice(0, length);
      if (!remainingPrefixes.has(prefix)) this.#mergedPrefixes.get(prefix)?.delete(slot);
    }
  }
}

const NONE: ReadonlyMap<string, unknown> = new Map();

function collect(lists: Map<string, number[]>, key: string, items: readonly number[]): void {
  const list = lists.get(key);
  if (!list) lists.set(key, items.slice());
  else for (let i = 0; i < items.length; i++) list.push(items[i] as number);
}

/** Longest prefix whose terms are merged. */
export const MAX_MERGED_PREFIX_CHARACTERS = 2;

/**
 * Returns the posting of a phrase: words that are adjacent in this order, at the occurrences of the first
 * word.
 * @returns undefined when no record has the phrase
 */
export function phrasePosting(dictionary: TermDictionary, words: readonly string[]): Posting | undefined {
  const postings: Posting[] = [];
  for (const word of words) {
    const posting = dictionary.get(word);
    if (!posting) return undefined;
    postings.push(posting);
  }
  const first = postings[0];
  if (!first || postings.length === 1) return first;
  const rarest = postings.reduce((a, b) => (b.size < a.size ? b : a));
  const found = new Posting(words.join(' '));
  for (const slot of rarest.slots) {
    const ofWords = postings.map((posting) => posting.get(slot) ?? []);
    const starts = ofWords[0]?.filter((start) => ofWords.every((of, i) => occursAfter(of, start, i)));
    if (starts?.length) found.set(slot, starts);
  }
  return found.size > 0 ? found : undefined;
}

/** Returns whether sorted occurrences contain the one some words after a start. Long texts have hundreds of a frequent word. */
function occursAfter(occurrences: readonly number[], start: number, words: number): boolean {
  const position = positionOf(start) + words;
  if (position > MAX_POSITION) return false;
  const wanted = packOccurrence(fieldOf(start), position, false);
  let from = 0;
  let to = occurrences.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((occurrences[middle] as number) < wanted) from = middle + 1;
    else to = middle;
  }
  // The last bit of an occurrence says whether the word is alone.
  return ((occurrences[from] ?? -1) & ~1) === wanted;
}
