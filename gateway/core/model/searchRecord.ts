import type { Locale } from '../locales.ts';
import {
  constantCase,
  hasMany,
  isReference,
  labelField,
  languageAttribute,
  type Model,
  type ModelField,
  type ModelType,
  possibleDocuments,
  REFERENCE_LABEL,
} from './model.ts';

/** The part of a field in a record. */
type RecordValue =
  | { readonly kind: 'text' | 'number' | 'flag' | 'richText' }
  /** The id, key and label of each document referred to. */
  | { readonly kind: 'reference'; readonly types: readonly ModelType[] }
  | { readonly kind: 'object'; readonly parts: readonly RecordPart[] };

/** A field of a search record. */
export interface RecordPart {
  readonly field: ModelField;
  /** The attribute of the record, before its language. */
  readonly name: string;
  readonly isList: boolean;
  readonly value: RecordValue;
}

/** A searchable attribute of the records. */
export interface SearchAttribute {
  /** The path in the record, e.g. `title`, `topics.title`, `credits.person.title`. */
  readonly path: string;
  /** The field in the schema, as a value of `SearchableField`. */
  readonly field: string;
  /** True if results show only the words around a match. */
  readonly isLong: boolean;
  readonly isList: boolean;
  readonly weight: number;
  /** True if a match near the beginning ranks higher. */
  readonly isOrdered: boolean;
  /** The language of its values; undefined if they do not differ by language. */
  readonly locale: Locale | undefined;
}

/** The attribute of a record that is false while the document has videos and none of them can be played. */
export const PLAYABLE_ATTRIBUTE = '_playable';

/**
 * The attribute of a record with the length of the document's ordered lists. A document with one topic is more about it than a document
 * with five.
 */
export const BREADTH_ATTRIBUTE = '_breadth';

/** The attribute of a record with the language of its document, if documents of the model have languages. */
export const LANGUAGE_ATTRIBUTE = '_language';
/** Its value for a document without a language. */
export const ANY_LANGUAGE = '*';

/** A document as it is read for the index. Attributes with `@` are not part of the record. */
export interface RecordRow {
  readonly objectID: string;
  readonly _type: string;
  readonly _rev: string;
  /** ISO 8601. */
  readonly _createdAt: string;
  readonly _updatedAt: string;
  /** The text of the label field, by tag if it is localized; null for none. */
  readonly '@label': unknown;
  /** Ids of its media assets, see `assetAttributes`. Other values than strings come from attributes without an asset. */
  readonly '@assets': readonly unknown[];
  /** A list of `{asset, playback}` for its media assets; absent for a type without. */
  readonly '@named'?: unknown;
  /** False while the document has videos and none of them can be played; absent if no type of the model has videos. */
  readonly '@playable'?: boolean;
  /** The length of its ordered lists; absent if its type has none. */
  readonly '@breadth'?: number | undefined;
  readonly [attribute: string]: unknown;
}

/** Returns a text as facets and keys of records, and queries, contain it: equal texts have composed letters. */
export const recordText = (text: string): string => text.normalize('NFC');

/** Returns the fields of the records of a document type: its searchable fields. */
export function recordParts(model: Model, type: ModelType): readonly RecordPart[] {
  return [...type.fields.values()].flatMap((field) => {
    const value = field.searchable ? recordValue(model, field, new Set()) : undefined;
    return value
      ? [{ field, name: field.searchable?.attribute ?? field.name, isList: hasMany(field), value }]
      : [];
  });
}

/**
 * Returns the attributes of a type that contain media assets for the index. Videos that require scopes are not indexed,
 * because all callers search the same moments.
 */
export const assetAttributes = (type: ModelType): readonly { attribute: string; isList: boolean }[] =>
  [...type.fields.values()].flatMap(({ source, isList, isScoped }) =>
    source.kind === 'asset' && !isScoped ? [{ attribute: source.attribute, isList }] : [],
  );

/**
 * Returns the searchable attributes by descending weight. An attribute of several types has its greatest weight, because
 * an index has one order for all its records.
 */
export function searchAttributes(model: Model): readonly SearchAttribute[] {
  const attributes = new Map<string, SearchAttribute>();
  for (const part of model.documents.flatMap((type) => recordParts(model, type))) {
    if (!part.field.searchable) continue;
    const { weight, ordered } = part.field.searchable;
    for (const leaf of leaves(model, part, { prefix: '', isInList: false, locale: undefined })) {
      const other = attributes.get(leaf.path);
      attributes.set(leaf.path, {
        ...leaf,
        field: constantCase(part.field.name),
        weight: Math.max(weight, other?.weight ?? weight),
        isLong: leaf.isLong || other?.isLong === true,
        isList: leaf.isList || other?.isList === true,
        isOrdered: ordered || other?.isOrdered === true,
      });
    }
  }
  return [...attributes.values()].sort((a, b) => b.weight - a.weight);
}

/** Returns the groups of texts that search takes for the same, of all fields. The order of types and fields does not matter. */
export const synonymsOf = (model: Model): readonly (readonly string[])[] =>
  model.documents
    .flatMap((type) => [...type.fields.values()].flatMap(({ searchable }) => searchable?.synonyms ?? []))
    .toSorted();

/** Returns whether documents of the model can have ordered lists. */
export const hasOrderedLists = (model: Model): boolean =>
  model.documents.some((type) => orderedLists(model, type).length > 0);

/** Returns the length of the ordered lists of a document together; undefined if its type has none. */
export function breadthOf(model: Model, type: ModelType, row: RecordRow): number | undefined {
  const lists = orderedLists(model, type);
  if (lists.length === 0) return undefined;
  return lists.reduce((length, names) => {
    const lengths = names.map((name) => (Array.isArray(row[name]) ? row[name].length : 0));
    return length + Math.max(...lengths);
  }, 0);
}

/** Returns the attributes of the ordered lists of a type, each in all languages. */
const orderedLists = (model: Model, type: ModelType): string[][] =>
  recordParts(model, type)
    .filter(({ field, isList }) => isList && field.searchable?.ordered)
    .map(({ field, name }) =>
      attributesInLanguages(model, name, field.localized !== undefined).map((attribute) => attribute.name),
    );

/** Returns whether documents of the model can have videos. */
export const hasVideos = (model: Model): boolean =>
  model.documents.some((type) => assetAttributes(type).length > 0);

/** The place of a part in a record. */
interface PartPlace {
  readonly prefix: string;
  readonly isInList: boolean;
  readonly locale: Locale | undefined;
}

type Leaf = Pick<SearchAttribute, 'path' | 'isLong' | 'isList' | 'locale'>;

const leaves = (model: Model, { field, name, value, isList }: RecordPart, place: PartPlace): Leaf[] =>
  attributesInLanguages(model, name, field.localized !== undefined, place.locale).flatMap(
    ({ name: attribute, locale }): Leaf[] => {
      const path = `${place.prefix}${attribute}`;
      const isInList = place.isInList || isList;
      if (value.kind === 'flag') return [];
      const inner = { prefix: `${path}.`, isInList, locale };
      if (value.kind === 'object') return value.parts.flatMap((part) => leaves(model, part, inner));
      if (value.kind === 'reference')
        return attributesInLanguages(model, REFERENCE_LABEL, hasLocalizedLabel(value.types), locale).map(
          (label) => ({
            path: `${path}.${label.name}`,
            isLong: false,
            isList: isInList,
            locale: label.locale,
          }),
        );
      return [{ path, isLong: value.kind === 'richText', isList: isInList, locale }];
    },
  );

/**
 * Returns the attributes of a record for a value: one for each language if it is localized. Within a localized value, all values
 * are in its language.
 * @param within the language of the enclosing value
 */
export const attributesInLanguages = (
  { locales }: Pick<Model, 'locales'>,
  name: string,
  isLocalized: boolean,
  within?: Locale,
): readonly { readonly name: string; readonly locale: Locale | undefined }[] =>
  isLocalized && !within
    ? locales.all.map((locale) => ({ name: languageAttribute(name, locale), locale }))
    : [{ name, locale: within }];

/** Returns whether the labels of documents of these types are localized. */
export const hasLocalizedLabel = (types: readonly ModelType[]): boolean =>
  types.some((type) => labelField(type)?.localized !== undefined);

/** Returns the part of a field in a record; undefined if the index has no use for it. */
function recordValue(model: Model, field: ModelField, within: ReadonlySet<string>): RecordValue | undefined {
  if (field.source.kind !== 'attribute' && field.source.kind !== 'groq') return undefined;
  if (isReference(field))
    return { kind: 'reference', types: possibleDocuments(model, field.target as string) };
  if (field.shape === 'richText') return { kind: 'richText' };
  if (field.shape === 'enum') return { kind: 'text' };
  if (field.shape === 'scalar') return scalarValue(field.typeName);
  const type = field.shape === 'object' ? model.types.get(field.typeName) : undefined;
  if (!type || within.has(type.name)) return undefined;
  const parts = objectParts(model, type, new Set(within).add(type.name));
  return parts.length > 0 ? { kind: 'object', parts } : undefined;
}

/** Returns the texts and references of an inline object. Its numbers and dates would match by accident. */
function objectParts(model: Model, type: ModelType, within: ReadonlySet<string>): readonly RecordPart[] {
  return [...type.fields.values()].flatMap((field) => {
    if (field.shape === 'scalar' && field.typeName !== 'String') return [];
    const value = recordValue(model, field, within);
    return value ? [{ field, name: field.name, isList: hasMany(field), value }] : [];
  });
}

function scalarValue(typeName: string): RecordValue | undefined {
  if (typeName === 'JSON') return undefined;
  if (typeName === 'Int' || typeName === 'Float') return { kind: 'number' };
  return { kind: typeName === 'Boolean' ? 'flag' : 'text' };
}
