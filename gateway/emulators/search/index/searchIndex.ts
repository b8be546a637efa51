import { tokenize } from '../text/tokenizer.ts';
import { ArrayPool } from './arrayPool.ts';
import { isCoveredBy, type SearchRecord, textLeaves } from './attributes.ts';
import { FacetColumn, ValueColumn } from './columns.ts';
import { packOccurrence, TermDictionary } from './postings.ts';
import { Rules } from './rules.ts';
import {
  type FacetAttribute,
  parseFacetAttributes,
  parseSearchableAttributes,
  type SearchableAttribute,
} from './settingSyntax.ts';
import { DEFAULTS, optionsOf, type SearchOptions, type Settings } from './settings.ts';
import { Synonyms } from './synonyms.ts';

/** Gap between the positions of two array values, so that a phrase never spans both. */
const VALUE_POSITION_GAP = 10;

/** An occurrence stores its field in 14 bits. Further attribute names share the last field. */
const MAX_FIELDS = 2 ** 14;

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
  /** Records by slot. The slot of a deleted record is undefined until it is reused. */
  readonly records: (SearchRecord | undefined)[] = [];
  readonly slots = new Map<string, number>();
  /** By slot: 1 for an existing record. Longer than `records`. */
  present = new Uint8Array(1024);
  readonly arrays = new ArrayPool();
  synonyms = new Synonyms();
  rules = new Rules();
  dictionary = new TermDictionary();
  /** Occurrences refer to these attributes by number. */
  fields: SearchableAttribute[] = [];

  #searchable: SearchableAttribute[] = [];
  #fieldNumbers = new Map<string, number>();
  #inherited: Settings = {};
  readonly #termsBySlot: (string[] | undefined)[] = [];
  readonly #freeSlots: number[] = [];
  #facetColumns = new Map<string, FacetColumn>();
  #valueColumns = new Map<string, ValueColumn>();

  get size(): number {
    return this.slots.size;
  }

  get(objectID: string): SearchRecord | undefined {
    const slot = this.slots.get(objectID);
    return slot === undefined ? undefined : this.records[slot];
  }

  /** Adds a record or replaces the one with the same id. */
  put(record: SearchRecord): void {
    let slot = this.slots.get(record.objectID);
    if (slot === undefined) {
      slot = this.#freeSlots.pop() ?? this.records.length;
      this.slots.set(record.objectID, slot);
    }
    this.records[slot] = record;
    if (slot >= this.present.length) {
      const longer = new Uint8Array(2 * this.present.length);
      longer.set(this.present);
      this.present = longer;
    }
    this.present[slot] = 1;
    this.#addTerms(slot, record);
    for (const column of this.#facetColumns.values()) column.put(slot, record);
    for (const column of this.#valueColumns.values()) column.put(slot, record);
    this.updatedAt = new Date();
    for (const replica of this.replicas) replica.put(record);
  }

  /** Removes a record, if it exists. */
  delete(objectID: string): void {
    const slot = this.slots.get(objectID);
    if (slot === undefined) return;
    this.#removeTerms(slot);
    for (const column of this.#facetColumns.values()) column.remove(slot);
    for (const column of this.#valueColumns.values()) column.remove(slot);
    this.records[slot] = undefined;
    this.present[slot] = 0;
    this.slots.delete(objectID);
    this.#freeSlots.push(slot);
    this.updatedAt = new Date();
    for (const replica of this.replicas) replica.delete(objectID);
  }

  /** Removes all records; settings, synonyms and rules stay. */
  clear(): void {
    this.records.length = 0;
    this.slots.clear();
    this.present = new Uint8Array(1024);
    this.#termsBySlot.length = 0;
    this.#freeSlots.length = 0;
    this.#facetColumns = new Map();
    this.#valueColumns = new Map();
    this.#resetTerms();
    this.updatedAt = new Date();
    for (const replica of this.replicas) replica.clear();
  }

  /** Replaces the records by the records of another index. */
  putAll(source: SearchIndex): void {
    this.clear();
    for (const record of source.records) if (record) this.put(record);
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

  #applySettings(): void {
    const previous = this.options;
    this.options = optionsOf(this.ownAndInheritedSettings);
    this.facets = parseFacetAttributes(this.options.attributesForFaceting);
    this.#searchable = parseSearchableAttributes(this.options.searchableAttributes);
    if (TOKENIZER_SETTINGS.some((name) => String(previous[name]) !== String(this.options[name]))) {
      this.#resetTerms();
      for (const [slot, record] of this.records.entries()) if (record) this.#addTerms(slot, record);
    }
  }

  /** Returns the values of a facet. The column is built on first use and then kept up to date. */
  facetColumn(path: string): FacetColumn {
    return this.#column(this.#facetColumns, path, () => new FacetColumn(path));
  }

  /** Returns the plain values of an attribute. The column is built on first use and then kept up to date. */
  valueColumn(path: string): ValueColumn {
    return this.#column(this.#valueColumns, path, () => new ValueColumn(path));
  }

  #column<C extends FacetColumn | ValueColumn>(columns: Map<string, C>, path: string, create: () => C): C {
    let column = columns.get(path);
    if (!column) {
      column = create();
      columns.set(path, column);
      for (const [slot, record] of this.records.entries()) if (record) column.put(slot, record);
    }
    return column;
  }

  #resetTerms(): void {
    this.dictionary = new TermDictionary();
    this.#termsBySlot.length = 0;
    this.fields = [];
    this.#fieldNumbers = new Map();
    for (const { path, rank, isOrdered } of this.#searchable) this.#field(path, rank, isOrdered);
  }

  #field(path: string, rank: number, isOrdered: boolean): number {
    let number = this.#fieldNumbers.get(path);
    if (number === undefined) {
      if (this.fields.length === MAX_FIELDS) return MAX_FIELDS - 1;
      number = this.fields.length;
      this.#fieldNumbers.set(path, number);
      this.fields.push({ path, rank, isOrdered });
    }
    return number;
  }

  #fieldOf(path: string): number | undefined {
    const known = this.#fieldNumbers.get(path);
    if (known !== undefined) return known;
    // Without a list every attribute is searchable and the attribute criterion is neutral.
    if (this.#searchable.length === 0) return path === 'objectID' ? undefined : this.#field(path, 0, false);
    const parent = this.#searchable.find((attribute) => isCoveredBy(path, [attribute.path]));
    return parent && this.#field(path, parent.rank, parent.isOrdered);
  }

  #addTerms(slot: number, record: SearchRecord): void {
    const terms = new Map<string, number[]>();
    const nextPosition = new Map<number, number>();
    for (const { path, text } of textLeaves(record, '')) {
      const field = this.#fieldOf(path);
      if (field === undefined) continue;
      const tokens = tokenize(text, this.options);
      let position = nextPosition.get(field) ?? 0;
      const add = (term: string, at: number, isAlone: boolean) => {
        const packed = packOccurrence(field, at, isAlone);
        const occurrences = terms.get(term);
        if (occurrences) occurrences.push(packed);
        else terms.set(term, [packed]);
      };
      for (const { text: word, parts = [] } of tokens) {
        add(word, position, tokens.length === 1);
        for (const [i, part] of parts.entries()) add(part.text, position + i, false);
        // A word of several parts is adjacent to the word before and to the word after.
        if (parts.length > 1) add(word, position + parts.length - 1, false);
        position += Math.max(1, parts.length);
      }
      nextPosition.set(field, position + VALUE_POSITION_GAP);
    }
    // Attributes of array items interleave, but scoring expects sorted occurrences.
    for (const occurrences of terms.values()) if (occurrences.length > 1) occurrences.sort((a, b) => a - b);
    this.dictionary.put(slot, terms, this.#termsBySlot[slot]);
    this.#termsBySlot[slot] = [...terms.keys()];
  }

  #removeTerms(slot: number): void {
    this.dictionary.remove(slot, this.#termsBySlot[slot] ?? []);
    this.#termsBySlot[slot] = undefined;
  }
}
