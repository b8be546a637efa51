import {
  type DocumentNode,
  type FieldDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  type TypeNode,
} from 'graphql';
import type { Locale, Locales } from '../locales.ts';
import type { ContentCost } from './contentCosts.ts';

/** The kind of a field's type. */
export type FieldShape =
  | 'scalar'
  | 'enum'
  | 'image'
  | 'file'
  | 'geoPoint'
  | 'richText'
  | 'video'
  | 'document'
  | 'union'
  | 'object'
  | 'connection';

/** The source of a field's value. */
export type FieldSource =
  /** The attribute of the same name. */
  | { kind: 'attribute' }
  /** A GROQ expression inside the document's projection, and the `_type`s of other documents that it reads, if stated. */
  | { kind: 'groq'; expr: string; types?: readonly string[] }
  /** The documents of the field's type that refer to this document through `path`. */
  | { kind: 'inverse'; path: string }
  /** The media asset whose id is in the attribute. */
  | { kind: 'asset'; attribute: string }
  /** The most similar documents of the same type by these fields. */
  | { kind: 'related'; by: readonly string[] }
  /** The global id of the document, where the model declares `id: ID!`. */
  | { kind: 'identity' };

/** The `@localized` of a field. */
export interface LocalizedValue {
  /** The path within the value of a language, e.g. `current` of a slug; empty for the value itself. */
  readonly path: string;
}

/** The `@searchable` of a field. */
interface SearchableField {
  /** The attribute of search records with the value, before its language. */
  readonly attribute: string;
  readonly weight: number;
  readonly facet: boolean;
  /** True if a match near the beginning of the value ranks higher. */
  readonly ordered: boolean;
  /** Groups of texts that search takes for the same. */
  readonly synonyms: readonly (readonly string[])[];
}

export interface ModelField {
  readonly name: string;
  /** The name of the type without list and non-null, e.g. `RecipeConnection`. */
  readonly typeName: string;
  readonly shape: FieldShape;
  /** The name of the document type that the field or its connection refers to, or of the union. */
  readonly target: string | undefined;
  readonly isList: boolean;
  /** True if its arguments select a part of the list: see `withSlicedFields`. */
  readonly isSliced: boolean;
  /** True if the type is non-null. */
  readonly isRequired: boolean;
  /** True if the model declares `@semanticNonNull`: a missing value is an error. */
  readonly isSemanticNonNull: boolean;
  readonly source: FieldSource;
  readonly cost: ContentCost;
  /** Undefined unless the value differs by language. */
  readonly localized: LocalizedValue | undefined;
  /** True if the model declares `@label`: the field names its document for people. */
  readonly isLabel: boolean;
  /** True if the model declares `@orderable`: see `isOrderable`. */
  readonly isOrderable: boolean;
  readonly searchable: SearchableField | undefined;
  /** True if it requires scopes, itself or by its own or a possible result type: see `scopedFields`. */
  readonly isScoped: boolean;
  readonly node: FieldDefinitionNode;
}

/** The position of an object in a rich text, as in the enum `RichTextPosition`. */
export type RichTextPosition = 'BLOCK' | 'INLINE' | 'ANNOTATION';

/** The objects in rich text that a type describes. */
export interface RichTextKind {
  /** The `_type` of the objects. */
  readonly type: string;
  readonly positions: readonly RichTextPosition[];
  /** The names of the fields with the words of the objects; undefined for all that can have words. */
  readonly text: readonly string[] | undefined;
}

export interface ModelType {
  readonly name: string;
  /** The `_type` of its documents or objects. */
  readonly typeAttribute: string;
  /** Undefined for inline objects. */
  readonly document:
    | {
        readonly type: string;
        readonly plural: string;
        /** The attribute with the language of a document; undefined if its documents have none. */
        readonly language?: string;
      }
    | undefined;
  /** The objects in rich text that it describes, if any. */
  readonly richText: RichTextKind | undefined;
  /** Points of deciding whether a document is the version for a language; 0 if its documents have none. */
  readonly languageWeight: number;
  readonly fields: ReadonlyMap<string, ModelField>;
  readonly node: ObjectTypeDefinitionNode;
}

/** A content model as its SDL describes it. */
export interface Model {
  readonly types: ReadonlyMap<string, ModelType>;
  /** The languages of its content: a setting of the deployment. */
  readonly locales: Locales;
  readonly documents: readonly ModelType[];
  /** Names of the possible object types, by the name of a union or an interface. */
  readonly unions: ReadonlyMap<string, readonly string[]>;
  /** The texts that documents contain for the values of each enum, by the name of the value. */
  readonly enums: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Names of the GraphQL types, by `_type` of the document. */
  readonly typeOfDocument: ReadonlyMap<string, string>;
  /** All definitions with their locations; extensions of the model's types are merged into them. */
  readonly definitions: DocumentNode;
  /** Returns the plain text of an object in rich text, e.g. of a formula; undefined for the words in its fields. */
  readonly objectText?: ((node: Readonly<Record<string, unknown>>) => string | undefined) | undefined;
}

/** Converts the first letter to lower case: `Recipe` → `recipe`. */
export const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** Converts the first letter to upper case: `recipe` → `Recipe`. */
export const upperFirst = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Returns whether a type is declared in core SDL. */
export const isCoreType = ({ node }: ModelType): boolean =>
  /schema\/core\//.test(node.loc?.source.name.replaceAll('\\', '/') ?? '');

/** Converts camel case to the case of enum values: `publishedAt` → `PUBLISHED_AT`. */
export const constantCase = (name: string): string =>
  name.replace(/([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3_$2$4').toUpperCase();

/** Returns the name of a type without list and non-null. */
export const namedTypeOf = (type: TypeNode): string =>
  type.kind === Kind.NAMED_TYPE ? type.name.value : namedTypeOf(type.type);

/** Returns the document type of a connection type; undefined for other types, and for a document type of such a name. */
export const connectionTarget = (model: Pick<Model, 'documents'>, typeName: string): string | undefined =>
  connectionTargetName(new Set(model.documents.map((type) => type.name)), typeName);

/** Returns the document type of a connection type, given the names of all document types; undefined for other types. */
export function connectionTargetName(documents: ReadonlySet<string>, typeName: string): string | undefined {
  const node = typeName.endsWith('Connection') ? typeName.slice(0, -'Connection'.length) : '';
  return documents.has(node) && !documents.has(typeName) ? node : undefined;
}

/** The name of the interface of all documents. */
export const DOCUMENT_INTERFACE = 'Document';

/** Returns whether a name names the derived interface of all documents: a declaration of the name replaces it. */
export const isDocumentInterface = ({ definitions }: Pick<Model, 'definitions'>, name: string): boolean =>
  name === DOCUMENT_INTERFACE &&
  !definitions.definitions.some((definition) => 'name' in definition && definition.name?.value === name);

/** Returns the document types that a reference to a type or union can resolve to. */
export function possibleDocuments(model: Model, target: string): readonly ModelType[] {
  if (target === 'Node' || isDocumentInterface(model, target)) return model.documents;
  const names = model.unions.get(target) ?? [target];
  return names.flatMap((name) => model.types.get(name) ?? []).filter((type) => type.document);
}

/** Returns the field that identifies a document besides its id: in lookups and URLs. */
export const keyField = (type: ModelType): ModelField | undefined => type.fields.get('slug');

/** Returns the field whose value identifies a document in filters of references and in facets, in every language. */
export function facetKeyField(type: ModelType): ModelField | undefined {
  const key = keyField(type);
  return key?.localized ? undefined : key;
}

/** Returns the field that names a document for people: `@label`, else the text with the highest search weight, else its key. */
export function labelField(type: ModelType): ModelField | undefined {
  const fields = [...type.fields.values()];
  const [mostSearched] = fields
    .filter((field) => isTextField(field) && field.searchable)
    .sort((a, b) => (b.searchable?.weight ?? 0) - (a.searchable?.weight ?? 0));
  const key = keyField(type);
  return fields.find(({ isLabel }) => isLabel) ?? mostSearched ?? (key && isTextField(key) ? key : undefined);
}

/** Returns whether the value of a field is one text. */
export const isTextField = ({ typeName, isList }: ModelField): boolean => typeName === 'String' && !isList;

/** Returns whether a response of the model depends on the language. */
export const isLocalized = ({ types }: Pick<Model, 'types'>): boolean =>
  [...types.values()].some(
    ({ document, fields }) =>
      document?.language !== undefined || [...fields.values()].some(({ localized }) => localized),
  );

/** Returns whether a field refers to documents. */
export const isReference = ({ shape }: ModelField): boolean =>
  shape === 'document' || shape === 'union' || shape === 'connection';

/** Returns whether a document has a list of values for a field: a list, or the documents of a connection. */
export const hasMany = ({ isList, shape }: Pick<ModelField, 'isList' | 'shape'>): boolean =>
  isList || shape === 'connection';

/** Returns whether documents of the type are in the search index. */
export const isSearchable = (type: ModelType): boolean =>
  type.document !== undefined && [...type.fields.values()].some((field) => field.searchable);

/** The attributes of a reference in a search record: its document's key (or id, without a key field) and label. */
export const REFERENCE_KEY = 'slug';
export const REFERENCE_LABEL = 'title';

/** Returns the attribute of a search record with a field's value in a language. The names of fields cannot begin with `__`. */
export const languageAttribute = (name: string, { tag }: Locale): string =>
  `${name}__${tag.replaceAll('-', '_')}`;

/**
 * Returns the attribute of a search record with a field's facet values: the keys of references, else the values in a language if
 * they are localized.
 */
export function facetAttribute(field: ModelField, locale: Locale): string {
  const attribute = field.searchable?.attribute ?? field.name;
  if (isReference(field)) return `${attribute}.${REFERENCE_KEY}`;
  return field.localized ? languageAttribute(attribute, locale) : attribute;
}

/** A facet of the search index, shared by all types that have a facet field of this name. */
export interface FacetDefinition {
  /** The value in the enum `FacetKey`. */
  readonly key: string;
  /** The field's name in the schema; undefined for `TYPE`. */
  readonly field: string | undefined;
  /** The attribute of the search record that contains the value. */
  readonly attribute: string;
  readonly label: string;
  /** Numbers have ranges and statistics; the values of references have labels. */
  readonly kind: 'type' | 'text' | 'number' | 'reference';
  /** The document type or union that a reference refers to. */
  readonly target: string | undefined;
  /** The texts that records contain for the values of enums, by the name of the value. */
  readonly stored: ReadonlyMap<string, string>;
}

/** Returns the facets of a model: the type, and each facet field. @param locale the language of localized values */
export function facetsOf(model: Model, locale: Locale = model.locales.all[0]): readonly FacetDefinition[] {
  const facets = new Map<string, FacetDefinition>([
    [
      'TYPE',
      {
        key: 'TYPE',
        field: undefined,
        attribute: '_type',
        label: 'Type',
        kind: 'type',
        target: undefined,
        stored: new Map(),
      },
    ],
  ]);
  for (const field of model.documents.flatMap((type) => [...type.fields.values()])) {
    const key = constantCase(field.name);
    if (!field.searchable?.facet) continue;
    const stored = model.enums.get(field.typeName) ?? new Map<string, string>();
    const known = facets.get(key);
    if (known) facets.set(key, { ...known, stored: new Map([...stored, ...known.stored]) });
    if (known) continue;
    facets.set(key, {
      key,
      field: field.name,
      attribute: facetAttribute(field, locale),
      label: upperFirst(field.name.replace(/([A-Z])/g, ' $1')),
      kind: isReference(field)
        ? 'reference'
        : field.typeName === 'Int' || field.typeName === 'Float'
          ? 'number'
          : 'text',
      target: isReference(field) ? field.target : undefined,
      stored,
    });
  }
  return [...facets.values()];
}
