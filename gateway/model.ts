import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  Source,
  type TypeNode,
  valueFromASTUntyped,
} from 'graphql';
import pluralize from 'pluralize';
import { foldExtensions } from './extensions.ts';

/** What a field's named type is to the graph. */
export type Shape =
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
  readonly shape: Shape;
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

const VALUE_SHAPES: ReadonlyMap<string, Shape> = new Map([
  ['Image', 'image'],
  ['RichText', 'richText'],
  ['Video', 'video'],
]);
const SCALARS = new Set(['ID', 'String', 'Int', 'Float', 'Boolean', 'DateTime', 'Date', 'JSON']);

/** The first letter made small: `Film` → `film`. */
export const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** Camel case to the case of enum values: `publishedAt` → `PUBLISHED_AT`. */
export const constantCase = (name: string): string =>
  name.replace(/([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3_$2$4').toUpperCase();

/** The innermost named type of a written type. */
export const namedTypeOf = (type: TypeNode): string =>
  type.kind === Kind.NAMED_TYPE ? type.name.value : namedTypeOf(type.type);

/** The arguments of a directive as plain values; undefined when the node does not carry it. */
export function directiveArguments(
  node: { readonly directives?: readonly ConstDirectiveNode[] | undefined },
  name: string,
): Record<string, unknown> | undefined {
  const directive = node.directives?.find((d) => d.name.value === name);
  if (!directive) return undefined;
  return Object.fromEntries(
    (directive.arguments ?? []).map((argument) => [argument.name.value, valueFromASTUntyped(argument.value)]),
  );
}

/**
 * Parses every `.graphql` file of a folder, keeping file names for messages.
 * @throws Error when there is none, GraphQLError with the place when one does not parse.
 */
export function readSdl(folder: string): DocumentNode {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.graphql'))
    .sort();
  if (files.length === 0)
    throw new Error(`expected .graphql files in ${folder}, found none: set SCHEMA_DIR to a folder of SDL`);
  const definitions: DefinitionNode[] = files.flatMap((file) => {
    const path = join(folder, file);
    return [...parse(new Source(readFileSync(path, 'utf8'), relative(process.cwd(), path))).definitions];
  });
  return { kind: Kind.DOCUMENT, definitions };
}

/**
 * The document type that a type's name makes it a connection of; undefined for what is none. A document type of such a
 * name is itself.
 */
export const connectedType = (model: Pick<Model, 'documents'>, typeName: string): string | undefined =>
  connectedName(new Set(model.documents.map((type) => type.name)), typeName);

function connectedName(documents: ReadonlySet<string>, typeName: string): string | undefined {
  const node = typeName.endsWith('Connection') ? typeName.slice(0, -'Connection'.length) : '';
  return documents.has(node) && !documents.has(typeName) ? node : undefined;
}

/** Reads what a model says of its types. What it says wrongly is found by `checkModel`. */
export function readModel(sdl: DocumentNode): Model {
  const definitions = foldExtensions(sdl);
  const declared = definitions.definitions.filter(
    (d): d is ObjectTypeDefinitionNode => d.kind === Kind.OBJECT_TYPE_DEFINITION && d.name.value !== 'Query',
  );
  const documentNames = new Set(
    declared.filter((d) => directiveArguments(d, 'document')).map((d) => d.name.value),
  );
  // Connections and their edges may be declared, and are core's all the same.
  const isPaging = (name: string) => connectedName(documentNames, name.replace(/Edge$/, 'Connection')) !== undefined;
  const objects = declared.filter((d) => documentNames.has(d.name.value) || !isPaging(d.name.value));
  const objectNames = new Set(objects.map((d) => d.name.value));
  const implementing = (name: string) =>
    objects.filter((d) => d.interfaces?.some((i) => i.name.value === name)).map((d) => d.name.value);
  const unions = new Map(
    definitions.definitions.flatMap((d): [string, readonly string[]][] => {
      if (d.kind === Kind.INTERFACE_TYPE_DEFINITION) return [[d.name.value, implementing(d.name.value)]];
      return d.kind === Kind.UNION_TYPE_DEFINITION
        ? [[d.name.value, (d.types ?? []).map((t) => t.name.value)]]
        : [];
    }),
  );
  const enums = new Set(
    definitions.definitions.flatMap((d) => (d.kind === Kind.ENUM_TYPE_DEFINITION ? [d.name.value] : [])),
  );

  const connected = (typeName: string) => connectedName(documentNames, typeName);
  const shapeOf = (typeName: string): Shape => {
    const value = VALUE_SHAPES.get(typeName);
    if (value) return value;
    if (documentNames.has(typeName)) return 'document';
    if (connected(typeName)) return 'connection';
    if (unions.has(typeName) || typeName === 'Node') return 'union';
    if (enums.has(typeName)) return 'enum';
    return objectNames.has(typeName) && !SCALARS.has(typeName) ? 'object' : 'scalar';
  };

  const readField = (node: FieldDefinitionNode, isDocument: boolean): ModelField => {
    const typeName = namedTypeOf(node.type);
    const shape = shapeOf(typeName);
    const nullable = node.type.kind === Kind.NON_NULL_TYPE ? node.type.type : node.type;
    const searchable = directiveArguments(node, 'searchable');
    return {
      name: node.name.value,
      typeName,
      shape,
      target:
        shape === 'connection'
          ? connected(typeName)
          : shape === 'document' || shape === 'union'
            ? typeName
            : undefined,
      isList: nullable.kind === Kind.LIST_TYPE,
      isRequired: node.type.kind === Kind.NON_NULL_TYPE,
      origin: isDocument && isIdentity(node) ? { kind: 'identity' } : readOrigin(node),
      searchable: searchable && {
        weight: Number(searchable.weight ?? 1),
        facet: searchable.facet === true,
      },
      node,
    };
  };

  const types = new Map(
    objects.map((node): [string, ModelType] => {
      const name = node.name.value;
      const document = directiveArguments(node, 'document');
      return [
        name,
        {
          name,
          document: document && {
            type: String(document.type ?? lowerFirst(name)),
            plural: String(document.plural ?? pluralize(lowerFirst(name))),
          },
          fields: new Map(
            (node.fields ?? []).map((field) => [field.name.value, readField(field, document !== undefined)]),
          ),
          node,
        },
      ];
    }),
  );
  const documents = [...types.values()].filter((type) => type.document);
  return {
    types,
    documents,
    unions,
    enums,
    typeOfDocument: new Map(documents.map((type) => [type.document!.type, type.name])),
    definitions,
  };
}

const isIdentity = (node: FieldDefinitionNode) =>
  node.name.value === 'id' && namedTypeOf(node.type) === 'ID' && (node.directives ?? []).length === 0;

function readOrigin(node: FieldDefinitionNode): Origin {
  const groq = directiveArguments(node, 'groq');
  if (groq) return { kind: 'groq', expr: String(groq.expr ?? '') };
  const inverse = directiveArguments(node, 'inverse');
  if (inverse) return { kind: 'inverse', path: String(inverse.field ?? '') };
  const asset = directiveArguments(node, 'asset');
  if (asset) return { kind: 'asset', attribute: String(asset.field ?? node.name.value) };
  const related = directiveArguments(node, 'related');
  if (related) return { kind: 'related', by: Array.isArray(related.by) ? related.by.map(String) : [] };
  return { kind: 'attribute' };
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
