import {
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLLeafType,
  type GraphQLResolveInfo,
  getNamedType,
} from 'graphql';
import type { Context, Row } from '../../core/context.ts';
import { incompleteDocument } from '../../core/errors.ts';
import { lowerFirst, type Model, type ModelField } from '../../core/model/model.ts';
import { toGlobalId } from '../../core/relay.ts';
import { fieldsAt } from '../../core/selection.ts';
import { isObject } from '../../core/validators.ts';
import { type ConnectionResponse, throwDeferredError } from './connection.ts';
import { connectionArguments } from './connectionPlan.ts';
import { readImage } from './images.ts';
import { readListConnection } from './listConnection.ts';
import type { ContentLoader } from './loader.ts';
import { readQueryConnection } from './queryConnection.ts';

export type Resolver<Source = unknown> = GraphQLFieldResolver<
  Source,
  Context<ContentLoader>,
  Record<string, unknown>
>;

/** What the projection put under the field's response key. */
export const projectedValue = (source: unknown, info: GraphQLResolveInfo): unknown =>
  (source as Record<string, unknown> | null)?.[String(info.path.key)];

/** The definition of the field that is being resolved. */
export const fieldAt = (info: GraphQLResolveInfo) =>
  info.parentType.getFields()[info.fieldName] as GraphQLField<unknown, unknown>;

/** @throws GraphQLError PAGE_SIZE, BAD_USER_INPUT */
export const connectionArgumentsAt = (info: GraphQLResolveInfo) =>
  connectionArguments(fieldAt(info), fieldsAt(info), info.variableValues);

/**
 * The GraphQL type of what the projection answers for a document, a reference or an inline object; undefined for what
 * the model does not know.
 */
export function typeNames(model: Model): (value: unknown) => string | undefined {
  const inline = new Map([...model.types.values()].map(({ name }) => [lowerFirst(name), name]));
  return (value) => {
    const type = (value as Row | null)?.['@type'];
    return type === undefined ? undefined : (model.typeOfDocument.get(type) ?? inline.get(type));
  };
}

/** Resolves a field whose value the document's projection carries: attributes, expressions, references and their lists. */
export function bindDocumentField(model: Model, field: ModelField): Resolver<Row> {
  if (field.shape === 'connection') {
    const readConnection = field.origin.kind === 'inverse' ? readQueryConnection : readListConnection;
    return (row, _args, _context, info) => {
      const answer = projectedValue(row, info) as ConnectionResponse | null;
      throwDeferredError(answer);
      return readConnection(answer, connectionArgumentsAt(info));
    };
  }
  if (field.origin.kind === 'identity') return (row, _args, _context, info) => globalId(row, info);
  const read = createReader(model, field);
  return (row, _args, _context, info) => {
    const value = projectedValue(row, info);
    if (!field.isList) return requireValue(read(value, row, info), field.isRequired, row, info);
    if (!Array.isArray(value) && !field.isRequired) return null;
    const list = Array.isArray(value) ? value : [];
    return list.map((item) => read(item, row, info)).filter((item) => item != null);
  };
}

/** The global id of the row that is being resolved. */
export const globalId = (row: Row, info: GraphQLResolveInfo): string =>
  toGlobalId(info.parentType.name, row['@id']);

/** A value as the field's type has it; null for what is not there, or leads nowhere; an error for what cannot be read. */
type Reader = (value: unknown, row: Row, info: GraphQLResolveInfo) => unknown;

function createReader(model: Model, field: ModelField): Reader {
  const typeNameOf = typeNames(model);
  switch (field.shape) {
    case 'document':
      // A reference may lead to another type than the model declares.
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

/** A scalar or a value of an enum. What the type refuses is told without the value, which may be anything. */
const readLeaf: Reader = (value, row, info) => {
  if (value == null) return null;
  try {
    (getNamedType(info.returnType) as GraphQLLeafType).serialize(value);
    return value;
  } catch {
    return incompleteDocument(
      `expected ${getNamedType(info.returnType).name} as ${info.fieldName} of ${nameOf(row, info)}, got a value of another kind; the document must be mended`,
    );
  }
};

/** Resolves what every document has by being one. */
export const readSystemField: Resolver<Row> = (row, _args, _context, info) =>
  requireValue(readLeaf(projectedValue(row, info), row, info), true, row, info);

function requireValue(value: unknown, isRequired: boolean, row: Row, info: GraphQLResolveInfo): unknown {
  if (value != null || !isRequired) return value;
  throw incompleteDocument(
    `expected every ${info.parentType.name} to have a ${info.fieldName}, but ${nameOf(row, info)} has none; the document must be completed`,
  );
}

const nameOf = (row: Row, info: GraphQLResolveInfo) =>
  row['@id'] ? `${info.parentType.name} ${globalId(row, info)}` : info.parentType.name;
