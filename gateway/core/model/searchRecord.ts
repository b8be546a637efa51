import { type Model, type ModelField, type ModelType, possibleDocuments } from './model.ts';

/** What a record holds of a field. */
type RecordValue =
  | { readonly kind: 'text' | 'number' | 'flag' | 'richText' }
  /** `{id, slug, title}` of each document referred to. */
  | { readonly kind: 'reference'; readonly types: readonly ModelType[] }
  | { readonly kind: 'object'; readonly parts: readonly RecordPart[] };

/** A field's part of a search record, under the field's own name. */
export interface RecordPart {
  readonly field: ModelField;
  readonly isList: boolean;
  readonly value: RecordValue;
}

/** An attribute of the records in which words are sought. */
export interface SearchAttribute {
  /** As the search service names it: `title`, `topics.title`, `credits.person.title`. */
  readonly path: string;
  /** The field's name in the graph. */
  readonly field: string;
  /** Long text, of which an answer shows only the words around a match. */
  readonly isLong: boolean;
  readonly isList: boolean;
  readonly weight: number;
}

/** A document as the content service answers it for the index. Keys with `@` never reach the record. */
export interface RecordRow {
  readonly objectID: string;
  readonly _type: string;
  readonly _rev: string;
  /** ISO 8601. */
  readonly _createdAt: string;
  readonly _updatedAt: string;
  /** What names the document for people; null when it has no title. */
  readonly '@label': string | null;
  /** Ids of its media assets. Other than strings are attributes that name no asset. */
  readonly '@assets': readonly unknown[];
  readonly [attribute: string]: unknown;
}

const isReference = (field: ModelField) =>
  field.shape === 'document' || field.shape === 'union' || field.shape === 'connection';

/** The attribute of a record that holds a field's facet values: the slugs of references, else the values themselves. */
export const facetAttribute = (field: ModelField): string =>
  isReference(field) ? `${field.name}.slug` : field.name;

/** What the records of a document type hold: its searchable fields. */
export function recordParts(model: Model, type: ModelType): readonly RecordPart[] {
  return [...type.fields.values()].flatMap((field) => {
    const value = field.searchable ? recordValue(model, field, new Set()) : undefined;
    return value ? [{ field, isList: isMany(field), value }] : [];
  });
}

/** The names of a type's fields that hold media assets. */
export const assetAttributes = (type: ModelType): readonly { attribute: string; isList: boolean }[] =>
  [...type.fields.values()].flatMap(({ origin, isList }) =>
    origin.kind === 'asset' ? [{ attribute: origin.attribute, isList }] : [],
  );

/**
 * Every attribute in which words are sought, the weightiest first. An attribute that several types share has its
 * greatest weight, since an index has one order for all its records.
 */
export function searchAttributes(model: Model): readonly SearchAttribute[] {
  const attributes = new Map<string, SearchAttribute>();
  for (const part of model.documents.flatMap((type) => recordParts(model, type))) {
    const weight = part.field.searchable?.weight;
    if (weight === undefined) continue;
    for (const leaf of leaves(part, part.field.name, false)) {
      const known = attributes.get(leaf.path);
      attributes.set(leaf.path, {
        ...leaf,
        field: part.field.name,
        weight: Math.max(weight, known?.weight ?? weight),
        isLong: leaf.isLong || known?.isLong === true,
        isList: leaf.isList || known?.isList === true,
      });
    }
  }
  return [...attributes.values()].sort((a, b) => b.weight - a.weight);
}

function leaves(
  part: RecordPart,
  path: string,
  inList: boolean,
): Pick<SearchAttribute, 'path' | 'isLong' | 'isList'>[] {
  const { value } = part;
  const isList = inList || part.isList;
  if (value.kind === 'flag') return [];
  if (value.kind === 'reference') return [{ path: `${path}.title`, isLong: false, isList }];
  if (value.kind === 'object')
    return value.parts.flatMap((inner) => leaves(inner, `${path}.${inner.field.name}`, isList));
  return [{ path, isLong: value.kind === 'richText', isList }];
}

const isMany = (field: ModelField) => field.isList || field.shape === 'connection';

/** What a record can hold of a field; undefined for what has neither words nor values of its own. */
function recordValue(model: Model, field: ModelField, within: ReadonlySet<string>): RecordValue | undefined {
  if (field.origin.kind !== 'attribute' && field.origin.kind !== 'groq') return undefined;
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

/** An inline object is found by its words and by the titles of what it refers to; its numbers and dates are noise. */
function objectParts(model: Model, type: ModelType, within: ReadonlySet<string>): readonly RecordPart[] {
  return [...type.fields.values()].flatMap((field) => {
    if (field.shape === 'scalar' && field.typeName !== 'String') return [];
    const value = recordValue(model, field, within);
    return value ? [{ field, isList: isMany(field), value }] : [];
  });
}

function scalarValue(typeName: string): RecordValue | undefined {
  if (typeName === 'JSON') return undefined;
  if (typeName === 'Int' || typeName === 'Float') return { kind: 'number' };
  return { kind: typeName === 'Boolean' ? 'flag' : 'text' };
}
