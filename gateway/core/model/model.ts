import {
  type DocumentNode,
  type FieldDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  type TypeNode,
} from 'graphql';

/** What a field's named type is to the graph. */
export type FieldShape =
  | 'scalar'
  | 'enum'
  | 'image'
  | 'richText'
  | 'video'
  | 'document'
  | 'union'
  | 'object'
  | 'connection';

/** Where a field's value comes from. */
export type Origin =
  /** The attribute of the same name. */
  | { kind: 'attribute' }
  /** A GROQ expression inside the document's projection. */
  | { kind: 'groq'; expr: string }
  /** The documents of the field's type that refer back through `path`. */
  | { kind: 'inverse'; path: string }
  /** The media asset that the attribute names. */
  | { kind: 'asset'; attribute: string }
  /** The nearest documents of the same type by these fields. */
  | { kind: 'related'; by: readonly string[] }
  /** The global id of the document: `id: ID!`, when the model spells it out. */
  | { kind: 'identity' };

export interface ModelField {
  readonly name: string;
  /** The name of the innermost type, as written: `FilmConnection` for a connection. */
  readonly typeName: string;
  readonly shape: FieldShape;
  /** For documents and connections of them, the document type's name; for unions, the union's. */
  readonly target: string | undefined;
  readonly isList: boolean;
  /** Whether null is refused. */
  readonly isRequired: boolean;
  readonly origin: Origin;
  readonly searchable: { readonly weight: number; readonly facet: boolean } | undefined;
  readonly node: FieldDefinitionNode;
}

export interface ModelType {
  readonly name: string;
  /** Absent for inline objects. */
  readonly document: { readonly type: string; readonly plural: string } | undefined;
  readonly fields: ReadonlyMap<string, ModelField>;
  readonly node: ObjectTypeDefinitionNode;
}

/** A team's content as its SDL describes it. */
export interface Model {
  readonly types: ReadonlyMap<string, ModelType>;
  readonly documents: readonly ModelType[];
  /** Name of a union or an interface → names of the object types it stands for. */
  readonly unions: ReadonlyMap<string, readonly string[]>;
  readonly enums: ReadonlySet<string>;
  /** `_type` of a document → name of its GraphQL type. */
  readonly typeOfDocument: ReadonlyMap<string, string>;
  /** All definitions, with their files; what was added to a type by an extension stands in the type. */
  readonly definitions: DocumentNode;
}

/** The first letter made small: `Film` → `film`. */
export const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** Camel case to the case of enum values: `publishedAt` → `PUBLISHED_AT`. */
export const constantCase = (name: string): string =>
  name.replace(/([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3_$2$4').toUpperCase();

/** The innermost named type of a written type. */
export const namedTypeOf = (type: TypeNode): string =>
  type.kind === Kind.NAMED_TYPE ? type.name.value : namedTypeOf(type.type);

/**
 * The document type that a type's name makes it a connection of; undefined for what is none. A document type of such a
 * name is itself.
 */
export const connectionTarget = (model: Pick<Model, 'documents'>, typeName: string): string | undefined =>
  connectionTargetName(new Set(model.documents.map((type) => type.name)), typeName);

/** The same, told from the names of the document types. */
export function connectionTargetName(documents: ReadonlySet<string>, typeName: string): string | undefined {
  const node = typeName.endsWith('Connection') ? typeName.slice(0, -'Connection'.length) : '';
  return documents.has(node) && !documents.has(typeName) ? node : undefined;
}

/** The document types a reference may lead to. */
export function possibleDocuments(model: Model, target: string): readonly ModelType[] {
  if (target === 'Node') return model.documents;
  const names = model.unions.get(target) ?? [target];
  return names.flatMap((name) => model.types.get(name) ?? []).filter((type) => type.document);
}

/** The field that names a document for people: `title` or `name`, else the weightiest searchable text, else `slug`. */
export function labelField(type: ModelType): ModelField | undefined {
  const texts = [...type.fields.values()].filter((field) => field.typeName === 'String' && !field.isList);
  const byWeight = texts
    .filter((field) => field.searchable)
    .sort((a, b) => (b.searchable?.weight ?? 0) - (a.searchable?.weight ?? 0));
  return (
    texts.find((field) => field.name === 'title') ??
    texts.find((field) => field.name === 'name') ??
    byWeight[0] ??
    texts.find((field) => field.name === 'slug')
  );
}

/** Whether documents of the type are searched. */
export const isSearchable = (type: ModelType): boolean =>
  type.document !== undefined && [...type.fields.values()].some((field) => field.searchable);

/** A facet of the search index, shared by all types that have a facet field of this name. */
export interface FacetDefinition {
  /** The value of `FacetKey`. */
  readonly key: string;
  /** The field's name in the graph; undefined for `TYPE`. */
  readonly field: string | undefined;
  /** The attribute of the record that holds the value. */
  readonly attribute: string;
  readonly label: string;
  /** Numbers have ranges and statistics, references have labels of their own. */
  readonly kind: 'type' | 'text' | 'number' | 'reference';
  /** For references, the document type or union referred to. */
  readonly target: string | undefined;
}

/** The facets a model implies: the type, and each facet field. */
export function facetsOf(model: Model): readonly FacetDefinition[] {
  const facets = new Map<string, FacetDefinition>([
    [
      'TYPE',
      { key: 'TYPE', field: undefined, attribute: '_type', label: 'Type', kind: 'type', target: undefined },
    ],
  ]);
  for (const field of model.documents.flatMap((type) => [...type.fields.values()])) {
    const key = constantCase(field.name);
    if (!field.searchable?.facet || facets.has(key)) continue;
    const isReference = field.shape === 'document' || field.shape === 'union' || field.shape === 'connection';
    facets.set(key, {
      key,
      field: field.name,
      attribute: isReference ? `${field.name}.slug` : field.name,
      label: field.name.replace(/([A-Z])/g, ' $1').replace(/^./, (c) => c.toUpperCase()),
      kind: isReference
        ? 'reference'
        : field.typeName === 'Int' || field.typeName === 'Float'
          ? 'number'
          : 'text',
      target: isReference ? field.target : undefined,
    });
  }
  return [...facets.values()];
}
