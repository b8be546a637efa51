import SearchableMap from 'minisearch/SearchableMap';

/**
 * Where a term stands: the records that have it, by slot in ascending order, and its occurrences in each. An
 * occurrence is one number (see `occurrence`), so that a record's occurrences sort by attribute, then by position.
 */
export class Posting {
  readonly term: string;
  readonly slots: number[] = [];
  readonly occurrences: (readonly number[])[] = [];

  constructor(term: string) {
    this.term = term;
  }

  /** The number of records. */
  get size(): number {
    return this.slots.length;
  }

  /** The occurrences in a record; undefined when it does not have the term. */
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
    // Records mostly come in the order of their slots.
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
const LAST_POSITION = (1 << POSITION_BITS) - 1;

/**
 * Packs an occurrence.
 * @param field the attribute's number, below 2^14
 * @param position of the word in the attribute, from 0
 * @param alone whether the word is the attribute's whole value
 */
export function occurrence(field: number, position: number, alone: boolean): number {
  return (field << (POSITION_BITS + 1)) | (Math.min(position, LAST_POSITION) << 1) | (alone ? 1 : 0);
}

/** The number of the attribute an occurrence is in. */
export const fieldOf = (packed: number): number => packed >>> (POSITION_BITS + 1);
/** The position of an occurrence in its attribute. */
export const positionOf = (packed: number): number => (packed >>> 1) & LAST_POSITION;
/** Whether an occurrence is its attribute's whole value. */
export const isAlone = (packed: number): boolean => (packed & 1) === 1;

/**
 * The terms of an index: by name for exact look-ups, as a radix tree for prefixes and typos. What begins with the
 * same one or two letters is merged beforehand, since so many terms do that reading them one by one takes long.
 */
export class Dictionary {
  readonly #terms = new Map<string, Posting>();
  readonly #beginnings = new Map<string, Posting>();
  readonly tree = new SearchableMap<Posting>();

  /** Where longer terms with this beginning stand; undefined when none does. */
  beginning(prefix: string): Posting | undefined {
    return this.#beginnings.get(prefix);
  }

  /** Where a term stands; undefined when no record has it. */
  get(term: string): Posting | undefined {
    return this.#terms.get(term);
  }

  /** The number of terms. */
  get size(): number {
    return this.#terms.size;
  }

  /**
   * Takes a record's terms with the occurrences of each.
   * @param before the terms it had until now; most of them stay where they are when a record changes a little
   */
  put(slot: number, terms: ReadonlyMap<string, readonly number[]>, before: readonly string[] = []): void {
    const beginnings = new Map<string, number[]>();
    for (const [term, occurrences] of terms) {
      let posting = this.#terms.get(term);
      if (!posting) {
        posting = new Posting(term);
        this.#terms.set(term, posting);
        this.tree.set(term, posting);
      }
      posting.set(slot, occurrences);
      for (let length = 1; length <= LONGEST_BEGINNING && length < term.length; length++)
        collect(beginnings, term.slice(0, length), occurrences);
    }
    for (const [prefix, occurrences] of beginnings) {
      let posting = this.#beginnings.get(prefix);
      if (!posting) {
        posting = new Posting(prefix);
        this.#beginnings.set(prefix, posting);
      }
      posting.set(
        slot,
        occurrences.sort((a, b) => a - b),
      );
    }
    for (const term of before) if (!terms.has(term)) this.#forget(slot, term, beginnings);
  }

  /** Forgets a record's terms, and a term with its last record. */
  remove(slot: number, terms: readonly string[]): void {
    for (const term of terms) this.#forget(slot, term, NONE);
  }

  #forget(slot: number, term: string, kept: ReadonlyMap<string, unknown>): void {
    const posting = this.#terms.get(term);
    posting?.delete(slot);
    if (posting?.size === 0) {
      this.#terms.delete(term);
      this.tree.delete(term);
    }
    for (let length = 1; length <= LONGEST_BEGINNING && length < term.length; length++) {
      const prefix = term.slice(0, length);
      if (!kept.has(prefix)) this.#beginnings.get(prefix)?.delete(slot);
    }
  }
}

const NONE: ReadonlyMap<string, unknown> = new Map();

function collect(lists: Map<string, number[]>, key: string, items: readonly number[]): void {
  const list = lists.get(key);
  if (!list) lists.set(key, items.slice());
  else for (let i = 0; i < items.length; i++) list.push(items[i] as number);
}

/** Words of up to this many letters are looked up among beginnings. */
export const LONGEST_BEGINNING = 2;

/**
 * Where words stand next to one another in this order, as a posting of the first word.
 * @returns undefined when no record has the phrase
 */
export function phrasePosting(dictionary: Dictionary, words: readonly string[]): Posting | undefined {
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
    const starts = first
      .get(slot)
      ?.filter((start) =>
        postings.every((posting, i) =>
          posting
            .get(slot)
            ?.some((o) => fieldOf(o) === fieldOf(start) && positionOf(o) === positionOf(start) + i),
        ),
      );
    if (starts?.length) found.set(slot, starts);
  }
  return found.size > 0 ? found : undefined;
}
