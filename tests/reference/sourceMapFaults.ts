import { isDeepStrictEqual } from 'node:util';
import { type ContentSourceMap, jsonPath, parseJsonPath } from '@sanity/client/csm';
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isCompositeType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  Kind,
  type NameNode,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { TypeDefs } from '../../gateway/graphql/schema/buildSchema.ts';
import { computedFieldNames } from '../../gateway/graphql/schema/buildSchema.ts';
import { isStored } from '../../gateway/providers/content/groq/groq.ts';
import type { Doc } from './dataset.ts';

type Path = readonly (string | number)[];

/** The response key under which `withTypeNames` selects the name of a type. */
const TYPE_KEY = 'typeNameOfObject';

const name = (value: string): NameNode => ({ kind: Kind.NAME, value });

/** Adds the names of the types to all selections of an operation. */
export const withTypeNames = (document: DocumentNode): DocumentNode =>
  visit(document, {
    SelectionSet: (node, _key, parent): SelectionSetNode | undefined => {
      const isRoot = (parent as { kind?: string } | undefined)?.kind === Kind.OPERATION_DEFINITION;
      const field = { kind: Kind.FIELD as const, name: name('__typename'), alias: name(TYPE_KEY) };
      return isRoot ? undefined : { ...node, selections: [...node.selections, field] };
    },
  });

/** Adds all scalars and enums without arguments to the selections of an operation, under keys of their own. */
export function withLeaves(document: DocumentNode, schema: GraphQLSchema): DocumentNode {
  const types = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(types, {
    SelectionSet: {
      leave(node): SelectionSetNode | undefined {
        const type = types.getParentType();
        if (!(isObjectType(type) || isInterfaceType(type)) || type.name === 'Query') return undefined;
        const leaves = Object.values(type.getFields()).filter(
          ({ type: own, args }) => args.length === 0 && isLeafType(getNamedType(own)),
        );
        const added = leaves.map((field): FieldNode => {
          const alias = name(`${type.name}_${field.name}`);
          return { kind: Kind.FIELD, name: name(field.name), alias };
        });
        return { ...node, selections: [...node.selections, ...added] };
      },
    },
  });
  return visit(document, visitor);
}

/** The stored attributes that fields of core types return. Other fields of these types are computed. */
const CORE_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  TextBlock: ['style', 'listItem', 'level'],
  TextSpan: ['text', 'marks'],
  Image: ['alt', 'caption', 'placeholder', 'color'],
  ImageAsset: [
    ...['assetId', 'title', 'altText', 'description', 'creditLine', 'originalFilename', 'mimeType', 'size'],
    ...['blurHash', 'thumbHash', 'hasAlpha', 'isOpaque'],
  ],
  ImageSwatch: ['background', 'foreground', 'title', 'population'],
  ImageExif: ['takenAt', 'exposureTime', 'fNumber', 'iso', 'focalLength', 'lensMake', 'lensModel'],
  File: ['originalFilename', 'mimeType', 'size', 'title', 'description', 'creditLine'],
  GeoPoint: ['lat', 'lng', 'alt'],
  Hotspot: ['x', 'y', 'width', 'height'],
  ImageCrop: ['left', 'right', 'top', 'bottom'],
  RichText: ['json'],
};

/** What a text that is absent, or of another kind, becomes in a rich text. */
const DEFAULTS: Readonly<Record<string, unknown>> = { style: 'normal', text: '' };

/** Fields that every model has, and whose values no document has. */
const COMPUTED_FIELDS: ReadonlySet<string> = new Set(
  'id ref __typename cursor startCursor endCursor hasNextPage hasPreviousPage totalCount plainText readingMinutes extension url'.split(
    ' ',
  ),
);

interface Leaf {
  readonly path: Path;
  readonly value: unknown;
  readonly typeName: string;
  readonly fieldName: string;
}

/** A response with a source map, and what it is compared with. */
export interface MappedResponse {
  readonly schema: GraphQLSchema;
  readonly defs: Pick<TypeDefs, 'model' | 'computed'>;
  /** It selects the names of all types of unions and interfaces, e.g. with `withTypeNames`. */
  readonly document: DocumentNode;
  readonly data: unknown;
  readonly map: ContentSourceMap;
  /** All versions of all documents. */
  readonly documents: readonly Doc[];
  /** Returns the id of the version of a document that the response shows. */
  versionOf(id: string): string;
}

/**
 * Returns the faults of a source map: mappings of computed values or of other places than those of the value, and attributes
 * without a mapping.
 */
export function sourceMapFaults(response: MappedResponse): string[] {
  const { map, documents, versionOf } = response;
  const leaves = leavesOf(response);
  const byPath = new Map(leaves.map((leaf) => [jsonPath([...leaf.path]), leaf]));
  const wrong = Object.entries(map.mappings).flatMap(([key, { source }]) => {
    if (source.type !== 'documentValue')
      return [`${key}: expected the value of a document, got ${source.type}`];
    const { _id: id = '', _type: type } = map.documents[source.document] ?? {};
    const place = map.paths[source.path] ?? '';
    const stored = documents.find(({ _id }) => _id === id);
    if (stored?._type !== type) return [`${key}: no document ${id} of the type ${type}`];
    if (versionOf(id) !== id) return [`${key}: expected the version ${versionOf(id)}, got ${id}`];
    const leaf = byPath.get(key) ?? leaves.find(({ path }) => key.startsWith(jsonPath([...path])));
    if (!leaf) return [`${key}: the response has no such value`];
    if (isComputed(leaf, response)) return [`${key}: a computed value has a mapping`];
    const raw = valueAt(stored, parseJsonPath(place));
    const value = valueAt(response.data, parseJsonPath(key));
    return explains(raw, value, leaf, response)
      ? []
      : [`${key}: ${JSON.stringify(value)} is not ${id} ${place} ${JSON.stringify(raw)}`];
  });
  const missing = leaves.flatMap((leaf) => {
    const key = jsonPath([...leaf.path]);
    if (!isAttribute(leaf, response) || isMapped(leaf.value, key, map)) return [];
    return [`${key}: ${leaf.typeName}.${leaf.fieldName} ${JSON.stringify(leaf.value)} has no mapping`];
  });
  return [...wrong, ...missing];
}

/** Returns whether a value, or each of its parts, has a mapping. */
function isMapped(value: unknown, key: string, map: ContentSourceMap): boolean {
  if (map.mappings[key]) return true;
  if (typeof value !== 'object' || value === null) return value === null;
  const isList = Array.isArray(value);
  return Object.entries(value).every(([name, part]) =>
    isMapped(part, key + jsonPath([isList ? Number(name) : name]).slice(1), map),
  );
}

/** Times are written in one form, in UTC. */
const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);

/** Tests and the gateway have objects of their own realms. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** Returns whether a stored value is the value in the response. */
function explains(
  raw: unknown,
  value: unknown,
  { typeName, fieldName }: Leaf,
  { defs }: MappedResponse,
): boolean {
  if (isDeepStrictEqual(plain(raw), plain(value))) return true;
  const field = defs.model.types.get(typeName)?.fields.get(fieldName);
  if (field?.shape === 'enum') return defs.model.enums.get(field.typeName)?.get(String(value)) === raw;
  if (isTime(raw) && isTime(value) && Date.parse(raw) === Date.parse(value)) return true;
  // The JSON of a rich text has no values other than Portable Text.
  if (fieldName === 'json') return Array.isArray(raw) && Array.isArray(value);
  return false;
}

/** Returns whether no document has the values of a field, whatever its name is in a model. */
const isComputed = ({ typeName, fieldName }: Leaf, { defs }: MappedResponse): boolean =>
  COMPUTED_FIELDS.has(fieldName) &&
  !(fieldName !== 'id' && defs.model.types.get(typeName)?.fields.has(fieldName));

/** Returns whether a field returns an attribute as it is stored. */
function isAttribute({ typeName, fieldName, value }: Leaf, { defs }: MappedResponse): boolean {
  if (value === null || DEFAULTS[fieldName] === value) return false;
  const type = defs.model.types.get(typeName);
  const field = type?.fields.get(fieldName);
  if (computedFieldNames(defs.computed).has(`${typeName}.${fieldName}`)) return false;
  if (field) return (field.shape === 'scalar' || field.shape === 'enum') && isStored(field);
  if (type?.document && (fieldName === 'createdAt' || fieldName === 'updatedAt')) return true;
  return CORE_ATTRIBUTES[typeName]?.includes(fieldName) ?? false;
}

/** Returns the values of the scalars and enums of a response; each item of a list of them is one. */
function leavesOf({ schema, document, data }: MappedResponse): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );
  /** Returns the fields in selections of a type by response key, and their selections. */
  const fieldsOf = (typeName: string, sets: readonly SelectionSetNode[]) => {
    const fields = new Map<string, { name: string; sets: SelectionSetNode[] }>();
    const collect = ({ selections }: SelectionSetNode): void => {
      for (const selection of selections) {
        if (selection.kind !== Kind.FIELD) {
          const fragment =
            selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
          const on = fragment?.typeCondition?.name.value;
          if (fragment && isOfType(schema, typeName, on)) collect(fragment.selectionSet);
          continue;
        }
        const key = (selection.alias ?? selection.name).value;
        const known = fields.get(key) ?? { name: selection.name.value, sets: [] };
        if (selection.selectionSet) known.sets.push(selection.selectionSet);
        fields.set(key, known);
      }
    };
    for (const set of sets) collect(set);
    return fields;
  };
  const visitObject = (
    object: object,
    typeName: string,
    sets: readonly SelectionSetNode[],
    path: Path,
  ): void => {
    const type = schema.getType(typeName);
    const fields = fieldsOf(typeName, sets);
    for (const [key, value] of Object.entries(object)) {
      const field = fields.get(key);
      const definition = isObjectType(type) ? type.getFields()[field?.name ?? ''] : undefined;
      if (!field || !definition) continue;
      const isComposite = isCompositeType(getNamedType(definition.type));
      const visitValue = (item: unknown, itemPath: Path): void => {
        const isJson = getNamedType(definition.type).name === 'JSON';
        if (Array.isArray(item) && !isJson)
          for (const [i, part] of item.entries()) visitValue(part, [...itemPath, i]);
        else if (!isComposite) leaves.push({ path: itemPath, value: item, typeName, fieldName: field.name });
        else if (item !== null) {
          const { [TYPE_KEY]: added, __typename } = item as Record<string, string | undefined>;
          const inner = added ?? __typename ?? getNamedType(definition.type).name;
          visitObject(item as object, inner, field.sets, itemPath);
        }
      };
      visitValue(value, [...path, key]);
    }
  };
  const operation = getOperationAST(document);
  if (operation && data) visitObject(data, 'Query', [operation.selectionSet], []);
  return leaves;
}

function isOfType(schema: GraphQLSchema, typeName: string, condition: string | undefined): boolean {
  if (condition === undefined || condition === typeName) return true;
  const [type, abstract] = [schema.getType(typeName), schema.getType(condition)];
  return (
    isObjectType(type) &&
    isCompositeType(abstract) &&
    !isObjectType(abstract) &&
    schema.isSubType(abstract, type)
  );
}

/** Returns the value at a path of attributes, indexes and keys. */
const valueAt = (value: unknown, path: ReturnType<typeof parseJsonPath>): unknown =>
  path.reduce<unknown>((at, segment) => {
    if (typeof segment !== 'object')
      return (at as Record<string | number, unknown> | null | undefined)?.[segment];
    // The SDK leaves the escapes of keys as they are.
    const key = segment._key.replace(/\\(['\\])/g, '$1');
    return (at as { _key?: string }[]).find((item) => item?._key === key);
  }, value);
