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
import { lowerFirst, type Model, type ModelField, type ModelType } from '../../core/model/model.ts';
import { toGlobalId } from '../../core/relay.ts';
import { fieldsAt } from '../../core/selection.ts';
import { isObject } from '../../core/validators.ts';
import { type ConnectionResponse, throwDeferredError } from './connection.ts';
import { connectionArguments } from './connectionPlan.ts';
import { defaultOrderOf } from './groq/orders.ts';
import { readImage } from './images.ts';
import { readListConnection } from './listConnection.ts';
import type { ContentLoader } from './loader.ts';
import { readQueryConnection } from './queryConnection.ts';

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
 * Creates a function that returns the GraphQL type name of a projected document or inline object; undefined for a `_type`
 * that is not in the model.
 */
export function typeNames(model: Model): (value: unknown) => string | undefined {
  const inline = new Map([...model.types.values()].map(({ name }) => [lowerFirst(name), name]));
  return (value) => {
    const type = (value as Row | null)?.['@type'];
    return type === undefined ? undefined : (model.typeOfDocument.get(type) ?? inline.get(type));
  };
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
  return (row, _args, _context, info) => {
    const value = projectedValue(row, info);
    if (!field.isList) return requireValue(read(value, row, info), isRequired, row, info);
    if (!Array.isArray(value) && !isRequired) return null;
    const list = Array.isArray(value) ? value : [];
    return list.map((item) => read(item, row, info)).filter((item) => item != null);
  };
}

/** Returns the global id of a row. */
export const globalId = (row: Row, info: GraphQLResolveInfo): string =>
  toGlobalId(info.parentType.name, row['@id']);

/** Converts a projected value to the field's type: null for a missing value or dangling reference, an error for an invalid value. */
type Reader = (value: unknown, row: Row, info: GraphQLResolveInfo) => unknown;

function createReader(model: Model, field: ModelField): Reader {
  const typeNameOf = typeNames(model);
  switch (field.shape) {
    case 'document':
      // A reference may point to a type other than the declared one.
      return (value) =>
        isObject(value) && value['@id'] && typeNameOf(value) === field.target ? value : null;
    case 'union':
      return (value, _row, info) => {
        const name = isObject(value) ? typeNameOf(value) : undefined;
        const union = getNamedType(info.returnType);
        return name && info.schema.getPossibleTypes(union as never).some((type) => type.name === name)
          ? value
          : null;
      };
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
