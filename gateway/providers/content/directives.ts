import {
  type FieldNode,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLLeafType,
  type GraphQLResolveInfo,
  getNamedType,
} from 'graphql';
import type { Context, Row } from '../../core/context.ts';
import { describeType } from '../../core/describeValue.ts';
import { incompleteDocument } from '../../core/errors.ts';
import type { Model, ModelField, ModelType } from '../../core/model/model.ts';
import { membersByType } from '../../core/model/unions.ts';
import { toGlobalId } from '../../core/relay.ts';
import { fieldsAt } from '../../core/selection.ts';
import { isObject, isText } from '../../core/validators.ts';
import { type ConnectionResponse, throwDeferredError } from './connection.ts';
import { connectionArguments } from './connectionPlan.ts';
import { defaultOrderOf } from './groq/orders.ts';
import { readImage } from './images.ts';
import { readListConnection } from './listConnection.ts';
import type { ContentLoader } from './loader.ts';
import { readQueryConnection } from './queryConnection.ts';
import { ASSET_ID } from './unionProjection.ts';

export type Resolver<Source = unknown> = GraphQLFieldResolver<
  Source,
  Context<ContentLoader>,
  Record<string, unknown>
>;

/** Returns the projected value of the field: the one under its response key. */
export function projectedValue(source: unknown, { fieldNodes: [node] }: GraphQLResolveInfo): unknown {
  // A prepared operation creates `info.path` only if it is read.
  const { value: key } = node?.alias ?? (node as FieldNode).name;
  return (source as Record<string, unknown> | null)?.[key];
}

/** Returns the definition of the field. */
export const fieldAt = (info: GraphQLResolveInfo) =>
  info.parentType.getFields()[info.fieldName] as GraphQLField<unknown, unknown>;

/** Returns the arguments of the field. @throws GraphQLError PAGE_SIZE, BAD_USER_INPUT */
export const connectionArgumentsAt = (info: GraphQLResolveInfo) =>
  connectionArguments(fieldAt(info), fieldsAt(info), info.variableValues);

/**
 * Creates a function that returns the name of the type of a projected member of a union, or of `Node`; undefined for a value
 * that is no member.
 */
export function memberTypes(model: Model, union: string): (value: unknown) => string | undefined {
  const names = union === 'Node' ? model.typeOfDocument : membersByType(model, union);
  return (value) => {
    if (!isObject(value)) return undefined;
    if (value['@defined'] === true) return 'RichText';
    const name = names.get(value['@type'] as string);
    const isDocument = name !== undefined && model.types.get(name)?.document !== undefined;
    return isDocument === isText(value['@id']) ? name : undefined;
  };
}

/** Creates the type resolver of a union or of `Node`. Assets of the media provider are videos. */
export function resolveMemberType(model: Model, union: string): (value: object) => string | undefined {
  const typeNameOf = memberTypes(model, union);
  return (value) => ('@type' in value || '@defined' in value ? typeNameOf(value) : 'Video');
}

/** Creates the resolver of a field whose value is in the projection: attribute, `@groq`, `@inverse`, reference or list. */
export function bindDocumentField(model: Model, field: ModelField): Resolver<Row> {
  if (field.shape === 'connection') {
    const target = model.types.get(field.target as string) as ModelType;
    return (row, _args, _context, info) => {
      const response = projectedValue(row, info) as ConnectionResponse | null;
      throwDeferredError(response);
      const args = connectionArgumentsAt(info);
      return field.source.kind === 'inverse'
        ? readQueryConnection(response, args, defaultOrderOf(info.schema, target))
        : readListConnection(response, args);
    };
  }
  if (field.source.kind === 'identity') return (row, _args, _context, info) => globalId(row, info);
  const read = createReader(model, field);
  const isRequired = field.isRequired || field.isSemanticNonNull;
  return (row, _args, { media }, info) => {
    const value = projectedValue(row, info);
    if (!field.isList) {
      const single = read(value, row, info);
      if (!isVideo(single)) return requireValue(single, isRequired, row, info);
      return loadVideo(single, media).then((video) => requireValue(video, isRequired, row, info));
    }
    if (!Array.isArray(value) && !isRequired) return null;
    const list = Array.isArray(value) ? value : [];
    const items = list.map((item) => read(item, row, info));
    if (!items.some(isVideo)) return items.filter((item) => item != null);
    const loaded = items.map((item) => (isVideo(item) ? loadVideo(item, media) : item));
    return Promise.all(loaded).then((found) => found.filter((item) => item != null));
  };
}

/** A projected member of a union that is a video. */
interface ProjectedVideo {
  readonly [ASSET_ID]: unknown;
}

const isVideo = (value: unknown): value is ProjectedVideo => isObject(value) && ASSET_ID in value;

/** Loads the asset of a video; null without one. */
const loadVideo = async ({ [ASSET_ID]: id }: ProjectedVideo, media: Context['media']) =>
  typeof id === 'string' && id !== '' ? media.asset(id) : null;

/** Returns the global id of a row. */
export const globalId = (row: Row, info: GraphQLResolveInfo): string =>
  toGlobalId(info.parentType.name, row['@id']);

/** Converts a projected value to the field's type: null for a missing value or dangling reference, an error for an invalid value. */
type Reader = (value: unknown, row: Row, info: GraphQLResolveInfo) => unknown;

function createReader(model: Model, field: ModelField): Reader {
  const target = field.target ?? '';
  switch (field.shape) {
    case 'document':
      // A reference may point to a type other than the declared one.
      return (value) =>
        isObject(value) && value['@id'] && model.typeOfDocument.get(value['@type'] as string) === target
          ? value
          : null;
    case 'union': {
      const typeNameOf = memberTypes(model, target);
      return (value) => {
        const name = typeNameOf(value);
        return name === undefined ? null : name === 'Image' ? readImage(value) : value;
      };
    }
    case 'image':
      return readImage;
    case 'object':
    case 'richText':
      return (value) => (isObject(value) ? value : null);
    default:
      return readLeaf;
  }
}

/** Reads a scalar or an enum value. The error of an invalid value omits the value, which may be anything. */
const readLeaf: Reader = (value, row, info) => {
  if (value == null) return null;
  try {
    (getNamedType(info.returnType) as GraphQLLeafType).serialize(value);
    return value;
  } catch {
    return incompleteDocument(
      `expected ${getNamedType(info.returnType).name} as ${info.fieldName} of ${nameOf(row, info)}, got ${typeof value === 'string' ? 'another text' : describeType(value)}; correct the document in the Studio`,
    );
  }
};

/** Resolves a field that every document has. */
export const readSystemField: Resolver<Row> = (row, _args, _context, info) =>
  requireValue(readLeaf(projectedValue(row, info), row, info), true, row, info);

function requireValue(value: unknown, isRequired: boolean, row: Row, info: GraphQLResolveInfo): unknown {
  if (value != null || !isRequired) return value;
  throw incompleteDocument(
    `expected every ${info.parentType.name} to have a ${info.fieldName}, but ${nameOf(row, info)} has none; complete the document in the Studio`,
  );
}

const nameOf = (row: Row, info: GraphQLResolveInfo) =>
  row['@id'] ? `${info.parentType.name} ${globalId(row, info)}` : info.parentType.name;
