import fc from 'fast-check';
import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { Model } from '../../gateway/core/model/model.ts';
import type { DocumentArbitrary } from './documentArbitrary.ts';
import { DATES, SCALAR_VALUES } from './scalarValues.ts';

const MAX_FILTER_DEPTH = 6;
/** The gateway's limit. */
const MAX_REFERENCES = 3;
const COMBINATIONS = ['and', 'or', 'not', 'defined'];
const WORDS = ['ember', 'tide', 'Harbour', 'glass', 'ti*', 'm* zeal', 'öre', 'o\u0308re', 'quiet', 'nothing'];
const PREFIXES = ['t', 'T', 'ca', 'o\u0308', 'HARB'];
/** Texts of irregular values. */
const TEXTS = [...WORDS, '', '12', 'caf\u00e9', 'cafe\u0301', '2026-02-10'];
const DATE_TIMES = [
  '2026-02-01T08:15:00Z',
  '2026-02-10T08:00:00.5Z',
  '2026-02-10T08:00:00.123Z',
  ...DATES.flatMap((d) => [`${d}T08:00:00Z`, `${d}T10:00:00+02:00`]),
];

const INTS = [0, 1, 2, 3, 4, 5, 12, -3, 2 ** 31 - 1];

type Values = Readonly<Record<string, unknown>>;

/** The place of a value in a filter. */
interface InputPlace {
  readonly depth: number;
  readonly references: number;
  /** The input type and the field of the value. */
  readonly owner: string;
  readonly name: string;
}

/** Creates arbitrary values of filters. Most ids and slugs are of documents in a dataset. */
export class FilterArbitrary {
  readonly #model: Model;
  readonly #documents: DocumentArbitrary;
  readonly #filters = new Map<string, fc.Arbitrary<Values>>();

  constructor(model: Model, documents: DocumentArbitrary) {
    this.#model = model;
    this.#documents = documents;
  }

  /** Returns arbitrary filters. @param references the number of references that lead to the filtered values */
  filter(type: GraphQLInputObjectType, depth: number, references: number): fc.Arbitrary<Values> {
    const key = `${type.name} ${depth} ${references}`;
    const known = this.#filters.get(key) ?? this.#createFilter(type, depth, references);
    this.#filters.set(key, known);
    return known;
  }

  #createFilter(type: GraphQLInputObjectType, depth: number, references: number): fc.Arbitrary<Values> {
    const followed = (field: GraphQLInputField) => references + (this.#isReference(type.name, field) ? 1 : 0);
    const fields = Object.values(type.getFields()).filter(
      (field) =>
        (depth < MAX_FILTER_DEPTH || !isInputObjectType(getNamedType(field.type))) &&
        followed(field) <= MAX_REFERENCES,
    );
    if (fields.length === 0) return fc.constant({});
    const entries = fields.map((field) =>
      fc.tuple(
        fc.constant(field.name),
        this.#input(field.type, {
          depth: depth + 1,
          references: followed(field),
          owner: type.name,
          name: field.name,
        }),
      ),
    );
    if (type.isOneOf) return fc.oneof(...entries).map((entry) => Object.fromEntries([entry]));
    return fc
      .array(fc.oneof(...entries), { minLength: depth === 0 ? 1 : 0, maxLength: 2 })
      .map((chosen) => Object.fromEntries(chosen));
  }

  /** Returns whether a field of a filter applies to referenced documents. */
  #isReference(owner: string, { name, type }: GraphQLInputField): boolean {
    const isUnion = (filter: string) =>
      filter === 'NodeFilter' || this.#model.unions.has(typeOfFilter(filter));
    const filter = getNamedType(type).name;
    const isOfDocuments = this.#model.types.get(typeOfFilter(filter))?.document !== undefined;
    return !COMBINATIONS.includes(name) && !isUnion(owner) && (isUnion(filter) || isOfDocuments);
  }

  /** Returns arbitrary values of an input type. */
  #input(type: GraphQLInputType, place: InputPlace): fc.Arbitrary<unknown> {
    const { owner, name } = place;
    if (isNonNullType(type)) return this.#input(type.ofType, place);
    if (isScalarFilter(owner) && (name === 'eq' || name === 'ne')) {
      const value = this.#value(type, place);
      return fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) });
    }
    return this.#value(type, place);
  }

  #value(type: GraphQLInputType, place: InputPlace): fc.Arbitrary<unknown> {
    const { owner, name, depth, references } = place;
    if (isListType(type)) return fc.array(this.#input(type.ofType, place), { maxLength: 3 });
    if (type.name === 'IDFilter' && name === 'id') return this.#idFilter(typeOfFilter(owner));
    if (type.name === 'StringFilter' && name === 'slug') return this.#slugFilter(typeOfFilter(owner));
    if (type.name === 'GeoCircle') return circle;
    if (type.name === 'GeoBox') return box;
    if (isInputObjectType(type)) return this.filter(type, depth, references);
    if (isEnumType(type)) return fc.constantFrom(...type.getValues().map((value) => value.name));
    if (type.name === 'DateTime') return fc.constantFrom(...DATE_TIMES);
    if (type.name === 'ID') return this.#documents.globalId();
    if (type.name === 'Int') return fc.constantFrom(...INTS);
    if (type.name === 'Float') return fc.constantFrom(...INTS, 7.5, 0.5, 3_000_000_000);
    if (type.name === 'String' && name !== 'matches')
      return fc.constantFrom(...TEXTS, ...(name === 'startsWith' ? PREFIXES : []));
    if (type.name === 'Boolean') return fc.boolean();
    return fc.constantFrom(...(SCALAR_VALUES.get(type.name) ?? WORDS));
  }

  #slugFilter(typeName: string): fc.Arbitrary<Values> {
    const slug = this.#documents.slug(this.#model.types.get(typeName)?.document?.type);
    return fc.oneof(
      fc.record({ eq: slug }),
      fc.record({ ne: slug }),
      fc.record({ in: fc.array(slug, { maxLength: 3 }) }),
      fc.record({ notIn: fc.array(slug, { maxLength: 3 }) }),
    );
  }

  /** A filter by the ids of documents of one type: ids of other types are rejected. */
  #idFilter(typeName: string): fc.Arbitrary<Values> {
    const id = this.#documents.globalId(typeName);
    const ids = fc.array(id, { maxLength: 3 });
    return fc.oneof(fc.record({ eq: id }), fc.record({ in: ids }), fc.record({ notIn: ids }));
  }
}

const degrees = fc.integer({ min: 0, max: 4 });
const circle = fc.record({
  lat: degrees,
  lng: degrees,
  maxDistance: fc.constantFrom(1_000, 120_000, 250_000),
});
const box = fc
  .record({ south: degrees, height: degrees, west: degrees, east: degrees })
  .map(({ south, height, west, east }) => ({ south, north: south + height, west, east }));

const isScalarFilter = (name: string): boolean => name !== 'IDFilter';

const typeOfFilter = (name: string) => name.slice(0, -'Filter'.length);
