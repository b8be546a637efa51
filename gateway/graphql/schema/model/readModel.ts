import {
  type DocumentNode,
  type EnumTypeDefinitionNode,
  type FieldDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  specifiedScalarTypes,
} from 'graphql';
import pluralize from 'pluralize';
import { DEFAULT_LOCALES } from '../../../core/locales.ts';
import { NO_CONTENT_COST } from '../../../core/model/contentCosts.ts';
import { mapFields } from '../../../core/model/mapFields.ts';
import {
  connectionTargetName,
  type FieldShape,
  type FieldSource,
  lowerFirst,
  type Model,
  type ModelField,
  type ModelType,
  namedTypeOf,
} from '../../../core/model/model.ts';
import { scopedFields } from '../../../core/model/requiredScopes.ts';
import { readRichTextKind } from '../../../core/model/richTextKinds.ts';
import { directiveArguments } from './directiveArguments.ts';
import { withLanguageFields } from './languageFields.ts';
import { mergeExtensions } from './mergeExtensions.ts';

const VALUE_SHAPES: ReadonlyMap<string, FieldShape> = new Map([
  ['Image', 'image'],
  ['File', 'file'],
  ['GeoPoint', 'geoPoint'],
  ['RichText', 'richText'],
  ['Video', 'video'],
]);
const SCALARS = new Set([...specifiedScalarTypes.map(({ name }) => name), 'DateTime', 'Date', 'URL', 'JSON']);
/** The core types that a field of a model can have. */
export const CORE_FIELD_TYPES: ReadonlySet<string> = new Set([...SCALARS, ...VALUE_SHAPES.keys(), 'Node']);
/** The directives that name the source of a field, which has at most one. Without them it is the attribute of the same name. */
export const SOURCE_DIRECTIVES: readonly string[] = ['groq', 'inverse', 'asset', 'related'];

/** Returns whether a value can be the name of a field. */
export const isGraphqlName = (value: unknown): value is string =>
  typeof value === 'string' && /^[_A-Za-z]\w*$/.test(value);

/** Names of the types of a model, by kind. */
interface TypeNames {
  readonly documents: ReadonlySet<string>;
  readonly objects: ReadonlySet<string>;
  readonly unions: Model['unions'];
  readonly enums: Model['enums'];
}

/** Reads a model from its SDL. It does not validate: `checkModel` reports all errors. */
export function readModel(sdl: DocumentNode): Model {
  const definitions = withLanguageFields(mergeExtensions(sdl));
  const declared = definitions.definitions.filter(
    (d): d is ObjectTypeDefinitionNode => d.kind === Kind.OBJECT_TYPE_DEFINITION && d.name.value !== 'Query',
  );
  const documentNames = new Set(
    declared.filter((d) => directiveArguments(d, 'document')).map((d) => d.name.value),
  );
  // A model may declare connections and edges; they are not types of its content.
  const isPaging = (name: string) =>
    connectionTargetName(documentNames, name.replace(/Edge$/, 'Connection')) !== undefined;
  const objects = declared.filter((d) => documentNames.has(d.name.value) || !isPaging(d.name.value));
  const unions = readUnions(definitions, objects);
  const enums = new Map(
    definitions.definitions.flatMap((d) =>
      d.kind === Kind.ENUM_TYPE_DEFINITION ? [[d.name.value, readEnum(d)] as const] : [],
    ),
  );
  const names: TypeNames = {
    documents: documentNames,
    objects: new Set(objects.map((d) => d.name.value)),
    unions,
    enums,
  };
  const types = new Map(objects.map((node) => [node.name.value, readType(node, names)]));
  const documents = [...types.values()].filter((type) => type.document);
  const model: Model = {
    types,
    locales: DEFAULT_LOCALES,
    documents,
    unions,
    enums,
    typeOfDocument: new Map(documents.map((type) => [type.document!.type, type.name])),
    definitions,
  };
  const scoped = scopedFields(model);
  const searchedOnly = new Set(
    documents.flatMap(({ fields }) =>
      [...fields.values()].flatMap(({ name, searchable }) => (searchable && !searchable.facet ? name : [])),
    ),
  );
  return mapFields(model, (field, { name }) => ({
    ...field,
    isScoped: scoped.has(`${name}.${field.name}`),
    searchable: field.searchable && withAttribute(field.searchable, searchedOnly),
  }));
}

/** Gives a facet an attribute of its own if fields of its name in other types are none: their values would be counted. */
const withAttribute = <S extends { readonly attribute: string; readonly facet: boolean }>(
  searchable: S,
  searchedOnly: ReadonlySet<string>,
): S =>
  searchable.facet && searchedOnly.has(searchable.attribute)
    ? { ...searchable, attribute: `${searchable.attribute}__facet` }
    : searchable;

/** Returns the texts that documents contain for the values of an enum, by the name of the value. */
const readEnum = ({ values = [] }: EnumTypeDefinitionNode): ReadonlyMap<string, string> =>
  new Map(
    values.map((value) => [
      value.name.value,
      String(directiveArguments(value, 'enumValue')?.is ?? value.name.value),
    ]),
  );

/** Returns the possible object types of each union and interface. */
function readUnions(
  { definitions }: DocumentNode,
  objects: readonly ObjectTypeDefinitionNode[],
): Model['unions'] {
  const implementing = (name: string) =>
    objects.filter((d) => d.interfaces?.some((i) => i.name.value === name)).map((d) => d.name.value);
  return new Map(
    definitions.flatMap((d): [string, readonly string[]][] => {
      if (d.kind === Kind.INTERFACE_TYPE_DEFINITION) return [[d.name.value, implementing(d.name.value)]];
      return d.kind === Kind.UNION_TYPE_DEFINITION
        ? [[d.name.value, (d.types ?? []).map((t) => t.name.value)]]
        : [];
    }),
  );
}

function readType(node: ObjectTypeDefinitionNode, names: TypeNames): ModelType {
  const name = node.name.value;
  const document = directiveArguments(node, 'document');
  const richText = directiveArguments(node, 'richText');
  const object = directiveArguments(node, 'object');
  const typeAttribute = String(document?.type ?? object?.type ?? richText?.type ?? lowerFirst(name));
  return {
    name,
    typeAttribute,
    document: document && {
      type: typeAttribute,
      // `checkModel` reports another one.
      plural: isGraphqlName(document.plural) ? document.plural : pluralize(lowerFirst(name)),
      ...(typeof document.language === 'string' && { language: document.language }),
    },
    richText: richText && readRichTextKind(typeAttribute, richText),
    languageWeight: 0,
    fields: new Map(
      (node.fields ?? []).map((field) => [field.name.value, readField(field, names, document !== undefined)]),
    ),
    node,
  };
}

function readField(node: FieldDefinitionNode, names: TypeNames, isOfDocument: boolean): ModelField {
  const typeName = namedTypeOf(node.type);
  const shape = shapeOf(typeName, names);
  const nullable = node.type.kind === Kind.NON_NULL_TYPE ? node.type.type : node.type;
  const searchable = directiveArguments(node, 'searchable');
  const localized = directiveArguments(node, 'localized');
  return {
    name: node.name.value,
    typeName,
    shape,
    target:
      shape === 'connection'
        ? connectionTargetName(names.documents, typeName)
        : shape === 'document' || shape === 'union'
          ? typeName
          : undefined,
    isList: nullable.kind === Kind.LIST_TYPE,
    isSliced: false,
    isRequired: node.type.kind === Kind.NON_NULL_TYPE,
    isSemanticNonNull: directiveArguments(node, 'semanticNonNull') !== undefined,
    source: isOfDocument && isIdentity(node) ? { kind: 'identity' } : readFieldSource(node),
    cost: NO_CONTENT_COST,
    localized: localized && { path: String(localized.path ?? '') },
    isLabel: directiveArguments(node, 'label') !== undefined,
    isOrderable: directiveArguments(node, 'orderable') !== undefined,
    searchable: searchable && {
      attribute: node.name.value,
      weight: Number(searchable.weight ?? 1),
      facet: searchable.facet === true,
      ordered: searchable.ordered === true,
      synonyms: [searchable.synonyms ?? []].flat().map((group) => [group].flat().map(String)),
    },
    isScoped: false,
    node,
  };
}

function shapeOf(typeName: string, { documents, objects, unions, enums }: TypeNames): FieldShape {
  const value = VALUE_SHAPES.get(typeName);
  if (value && !objects.has(typeName)) return value;
  if (documents.has(typeName)) return 'document';
  if (connectionTargetName(documents, typeName)) return 'connection';
  if (unions.has(typeName) || typeName === 'Node') return 'union';
  if (enums.has(typeName)) return 'enum';
  return objects.has(typeName) && !SCALARS.has(typeName) ? 'object' : 'scalar';
}

const isIdentity = (node: FieldDefinitionNode) =>
  node.name.value === 'id' && namedTypeOf(node.type) === 'ID' && (node.directives ?? []).length === 0;

const readExpression = ({ expr, types }: Record<string, unknown>): FieldSource => ({
  kind: 'groq',
  expr: String(expr ?? ''),
  ...(types !== undefined && { types: [types].flat().map(String) }),
});

function readFieldSource(node: FieldDefinitionNode): FieldSource {
  const groq = directiveArguments(node, 'groq');
  if (groq) return readExpression(groq);
  const inverse = directiveArguments(node, 'inverse');
  if (inverse) return { kind: 'inverse', path: String(inverse.field ?? '') };
  const asset = directiveArguments(node, 'asset');
  if (asset) return { kind: 'asset', attribute: String(asset.field ?? node.name.value) };
  const related = directiveArguments(node, 'related');
  if (related) return { kind: 'related', by: Array.isArray(related.by) ? related.by.map(String) : [] };
  return { kind: 'attribute' };
}
