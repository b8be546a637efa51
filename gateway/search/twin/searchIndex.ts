import { coveredBy, leavesOf, type SearchRecord } from './attributes.ts';
import { FacetColumn, ValueColumn } from './columns.ts';
import { Dictionary, occurrence } from './postings.ts';
import { Rules } from './rules.ts';
import { Scratch } from './scratch.ts';
import { type FacetAttribute, facetsOf, type SearchableAttribute, searchableOf } from './settingEntries.ts';
import { DEFAULTS, type Options, type Settings } from './settings.ts';
import { Synonyms } from './synonyms.ts';
import { tokenize } from './words.ts';

/** A searchable attribute by its number in occurrences. */
export interface Field {
  path: string;
  rank: number;
  ordered: boolean;
}

/** Words of one value of an array and of the next are this far apart: never a phrase. */
const BETWEEN_VALUES = 10;

/** An occurrence has 14 bits for its field; where records bring more names than that, the rest share the last. */
const MOST_FIELDS = 2 ** 14;

/** Settings whose change means reading every record's words again. */
const WORD_SETTINGS = ['searchableAttributes', 'separatorsToIndex', 'keepDiacriticsOnCharacters'] as const;

/** The records of one index and everything kept about them; a write touches only what its record touches. */
export class SearchIndex {
  readonly createdAt = new Date();
  updatedAt = new Date();
  settings: Settings = {};
  /** Settings over defaults. */
  options: Options = DEFAULTS;
  facets: ReadonlyMap<string, FacetAttribute> = new Map();
  /** Records by slot; a deleted record's slot is undefined until it is used again. */
  readonly records: (SearchRecord | undefined)[] = [];
  readonly slots = new Map<string, number>();
  /** By slot, and longer than needed: 1 where there is a record. */
  present = new Uint8Array(1024);
  readonly scratch = new Scratch();
  synonyms = new Synonyms();
  rules = new Rules();
  dictionary = new Dictionary();
  fields: Field[] = [];

  #searchable: SearchableAttribute[] = [];
  #fieldNumbers = new Map<string, number>();
  readonly #terms: (string[] | undefined)[] = [];
  readonly #free: number[] = [];
  #facetColumns = new Map<string, FacetColumn>();
  #valueColumns = new Map<string, ValueColumn>();

  /** The number of records. */
  get size(): number {
    return this.slots.size;
  }

  /** The record with an id. */
  get(objectID: string): SearchRecord | undefined {
    const slot = this.slots.get(objectID);
    return slot === undefined ? undefined : this.records[slot];
  }

  /** Adds a record or replaces the one with its id. */
  put(record: SearchRecord): void {
    let slot = this.slots.get(record.objectID);
    if (slot === undefined) {
      slot = this.#free.pop() ?? this.records.length;
      this.slots.set(record.objectID, slot);
    }
    this.records[slot] = record;
    if (slot >= this.present.length) {
      const longer = new Uint8Array(2 * this.present.length);
      longer.set(this.present);
      this.present = longer;
    }
    this.present[slot] = 1;
    this.#readWords(slot, record);
    for (const column of this.#facetColumns.values()) column.put(slot, record);
    for (const column of this.#valueColumns.values()) column.put(slot, record);
    this.updatedAt = new Date();
  }

  /** Removes a record; nothing happens when there is none. */
  delete(objectID: string): void {
    const slot = this.slots.get(objectID);
    if (slot === undefined) return;
    this.#forgetWords(slot);
    for (const column of this.#facetColumns.values()) column.remove(slot);
    for (const column of this.#valueColumns.values()) column.remove(slot);
    this.records[slot] = undefined;
    this.present[slot] = 0;
    this.slots.delete(objectID);
    this.#free.push(slot);
    this.updatedAt = new Date();
  }

  /** Removes all records; settings, synonyms and rules stay. */
  clear(): void {
    this.records.length = 0;
    this.slots.clear();
    this.present = new Uint8Array(1024);
    this.#terms.length = 0;
    this.#free.length = 0;
    this.#facetColumns = new Map();
    this.#valueColumns = new Map();
    this.#resetWords();
    this.updatedAt = new Date();
  }

  /** Puts new settings in force. */
  configure(settings: Settings): void {
    const before = this.options;
    this.settings = settings;
    this.options = { ...DEFAULTS, ...settings };
    this.facets = facetsOf(this.options.attributesForFaceting);
    this.#searchable = searchableOf(this.options.searchableAttributes);
    if (WORD_SETTINGS.some((name) => String(before[name]) !== String(this.options[name]))) {
      this.#resetWords();
      for (const [slot, record] of this.records.entries()) if (record) this.#readWords(slot, record);
    }
    this.updatedAt = new Date();
  }

  /** The values of a facet, read on first use and kept up to date from then on. */
  facetColumn(path: string): FacetColumn {
    return this.#column(this.#facetColumns, path, () => new FacetColumn(path));
  }

  /** The plain values of an attribute, read on first use and kept up to date from then on. */
  valueColumn(path: string): ValueColumn {
    return this.#column(this.#valueColumns, path, () => new ValueColumn(path));
  }

  #column<C extends FacetColumn | ValueColumn>(columns: Map<string, C>, path: string, make: () => C): C {
    let column = columns.get(path);
    if (!column) {
      column = make();
      columns.set(path, column);
      for (const [slot, record] of this.records.entries()) if (record) column.put(slot, record);
    }
    return column;
  }

  #resetWords(): void {
    this.dictionary = new Dictionary();
    this.#terms.length = 0;
    this.fields = [];
    this.#fieldNumbers = new Map();
    for (const { path, rank, ordered } of this.#searchable) this.#field(path, rank, ordered);
  }

  #field(path: string, rank: number, ordered: boolean): number {
    let number = this.#fieldNumbers.get(path);
    if (number === undefined) {
      if (this.fields.length === MOST_FIELDS) return MOST_FIELDS - 1;
      number = this.fields.length;
      this.#fieldNumbers.set(path, number);
      this.fields.push({ path, rank, ordered });
    }
    return number;
  }

  #fieldOf(path: string): number | undefined {
    const known = this.#fieldNumbers.get(path);
    if (known !== undefined) return known;
    // With no list every attribute is searchable, and the attribute criterion says nothing.
    if (this.#searchable.length === 0) return path === 'objectID' ? undefined : this.#field(path, 0, false);
    const parent = this.#searchable.find((attribute) => coveredBy(path, [attribute.path]));
    return parent && this.#field(path, parent.rank, parent.ordered);
  }

  #readWords(slot: number, record: SearchRecord): void {
    const terms = new Map<string, number[]>();
    const nextPosition = new Map<number, number>();
    for (const { path, text } of leavesOf(record, '')) {
      const field = this.#fieldOf(path);
      if (field === undefined) continue;
      const tokens = tokenize(text, this.options);
      const from = nextPosition.get(field) ?? 0;
      for (const [i, token] of tokens.entries()) {
        const packed = occurrence(field, from + i, tokens.length === 1);
        const occurrences = terms.get(token.text);
        if (occurrences) occurrences.push(packed);
        else terms.set(token.text, [packed]);
      }
      nextPosition.set(field, from + tokens.length + BETWEEN_VALUES);
    }
    // Attributes of array items come interleaved; scoring reads occurrences in order.
    for (const occurrences of terms.values()) if (occurrences.length > 1) occurrences.sort((a, b) => a - b);
    this.dictionary.put(slot, terms, this.#terms[slot]);
    this.#terms[slot] = [...terms.keys()];
  }

  #forgetWords(slot: number): void {
    this.dictionary.remove(slot, this.#terms[slot] ?? []);
    this.#terms[slot] = undefined;
  }
}
