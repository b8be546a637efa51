import { type PlainValue, plainValuesAt, type SearchRecord } from './attributes.ts';
import { type IndexedRecord, type Occurrence, occurrencesIn } from './postings.ts';
import type { Rule } from './rules.ts';
import {
  type FacetAttribute,
  parseFacetAttributes,
  parseSearchableAttributes,
  type SearchableAttribute,
} from './settingSyntax.ts';
import { DEFAULTS, optionsOf, type SearchOptions, type Settings } from './settings.ts';
import type { Synonym } from './synonyms.ts';

/** Settings whose change requires tokenizing all records again. */
const TOKENIZER_SETTINGS = [
  'searchableAttributes',
  'separatorsToIndex',
  'keepDiacriticsOnCharacters',
] as const;

/** The records of one index with its derived data. A write updates only the data of its record. */
export class SearchIndex {
  readonly createdAt = new Date();
  updatedAt = new Date();
  settings: Settings = {};
  /** Name of the primary index, if the index is a replica. */
  primary: string | undefined;
  /** True if the index is a virtual replica. */
  isVirtual = false;
  /** The replicas, which receive each change of the records. */
  replicas: SearchIndex[] = [];
  /** Settings merged over the settings of a virtual replica's primary index, and over the defaults. */
  options: SearchOptions = DEFAULTS;
  facets: ReadonlyMap<string, FacetAttribute> = new Map();
  searchable: readonly SearchableAttribute[] = [];
  /** Records by id, in the order of insertion. */
  readonly records = new Map<string, IndexedRecord>();
  /** Postings by term. */
  readonly postings = new Map<string, Map<IndexedRecord, readonly Occurrence[]>>();
  /** Synonyms by id, in the order they were saved. */
  synonyms = new Map<string, Synonym>();
  /** Rules by id, in the order they were saved. */
  rules = new Map<string, Rule>();

  /** By path: the values at the path, by the order of their record. A write of a record removes them. */
  readonly #columns = new Map<string, (readonly PlainValue[])[]>();
  #nextOrder = 0;
  #inherited: Settings = {};

  get(objectID: string): SearchRecord | undefined {
    return this.records.get(objectID)?.data;
  }

  /** Adds a record or replaces the record with the same id. */
  put(data: SearchRecord): void {
    const replaced = this.records.get(data.objectID);
    if (replaced) this.#removeTerms(replaced);
    this.#add(data, replaced?.order ?? this.#nextOrder++);
    this.updatedAt = new Date();
    for (const replica of this.replicas) replica.put(data);
  }

  /** Removes a record, if it exists. */
  delete(objectID: string): void {
    const record = this.records.get(objectID);
    if (!record) return;
    this.#removeTerms(record);
    this.records.delete(objectID);
    this.#columns.clear();
    this.updatedAt = new Date();
    for (const replica of this.replicas) replica.delete(objectID);
  }

  /** Removes all records; settings, synonyms and rules stay. */
  clear(): void {
    this.records.clear();
    this.#columns.clear();
    this.postings.clear();
    this.#nextOrder = 0;
    this.updatedAt = new Date();
    for (const replica of this.replicas) replica.clear();
  }

  /** Replaces the records by the records of another index. */
  putAll(source: SearchIndex): void {
    this.clear();
    for (const { data } of source.records.values()) this.put(data);
  }

  /** Applies new settings. */
  configure(settings: Settings): void {
    this.settings = settings;
    this.#applySettings();
    this.updatedAt = new Date();
  }

  /** The settings, with the settings of a virtual replica's primary index. */
  get ownAndInheritedSettings(): Settings {
    return { ...this.#inherited, ...this.settings };
  }

  /** Uses the settings of the primary index where the virtual replica has none of its own. */
  inherit(settings: Settings): void {
    if (Object.keys({ ...this.#inherited, ...settings }).length === 0) return;
    this.#inherited = settings;
    this.#applySettings();
  }

  /** Returns a function that reads the plain values of records at a dotted path. */
  valuesAt(path: string): (record: IndexedRecord) => readonly PlainValue[] {
    let column = this.#columns.get(path);
    if (!column) {
      column = [];
      for (const { data, order } of this.records.values()) column[order] = plainValuesAt(data, path);
      this.#columns.set(path, column);
    }
    const values = column;
    return ({ order }) => values[order] ?? [];
  }

  #applySettings(): void {
    const previous = this.options;
    this.options = optionsOf(this.ownAndInheritedSettings);
    this.facets = parseFacetAttributes(this.options.attributesForFaceting);
    this.searchable = parseSearchableAttributes(this.options.searchableAttributes);
    if (TOKENIZER_SETTINGS.every((name) => String(previous[name]) === String(this.options[name]))) return;
    this.postings.clear();
    for (const { data, order } of this.records.values()) this.#add(data, order);
  }

  #add(data: SearchRecord, order: number): void {
    const occurrences = occurrencesIn(data, this.searchable, this.options);
    const record = { data, order, terms: [...occurrences.keys()] };
    this.records.set(data.objectID, record);
    this.#columns.clear();
    for (const [term, ofTerm] of occurrences) {
      const posting = this.postings.get(term);
      if (posting) posting.set(record, ofTerm);
      else this.postings.set(term, new Map([[record, ofTerm]]));
    }
  }

  #removeTerms(record: IndexedRecord): void {
    for (const term of record.terms) {
      const posting = this.postings.get(term);
      posting?.delete(record);
      if (posting?.size === 0) this.postings.delete(term);
    }
  }
}
