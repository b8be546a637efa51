import {
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  getNamedType,
  Kind,
} from 'graphql';
import { addContentError } from '../../core/contentIssue.ts';
import type { Context, Row } from '../../core/context.ts';
import { incompleteDocument } from '../../core/errors.ts';
import { withGetter } from '../../core/fieldGetter.ts';
import { andThen } from '../../core/maybePromise.ts';
import type { FieldShape, Model, ModelField, ModelType } from '../../core/model/model.ts';
import { isTextForReaders } from '../../core/model/textFields.ts';
import { globalIdsOf, toGlobalId } from '../../core/relay.ts';
import { fieldsAt, responseKeyOf } from '../../core/selection.ts';
import { isObject } from '../../core/validators.ts';
import { type FindSources, ofText, sourcesAt, sourcesOfItems, withSources } from '../../core/valueSources.ts';
import { assetFinder } from './assets/assetFinder.ts';
import { isVideo, loadVideo, readProjectedVideos } from './assets/videos.ts';
import { isOmittedElements } from './bounds/cutValues.ts';
import {
  type ConnectionResponse,
  connectionArguments,
  throwDeferredError,
} from './connections/connection.ts';
import { firstNoReference, readListConnection } from './connections/listConnection.ts';
import type { CursorOrder } from './connections/listCursors.ts';
import { readQueryConnection } from './connections/queryConnection.ts';
import { readOffset } from './groq/listItems.ts';
import { defaultOrderOf } from './groq/orders.ts';
import { storedElements } from './groq/projectedTranslations.ts';
import { SCALAR_KINDS } from './groq/valueKinds.ts';
import type { ContentLoader } from './loader.ts';
import { createValueParser, projectionGetter } from './valueParsers.ts';
import { kindOf } from './values/kindOf.ts';
import {
  excessMismatch,
  type IssueReceiver,
  innerExcess,
  Mismatch,
  mismatchError,
  missingError,
  outerMismatch,
} from './values/mismatch.ts';
import { rememberOrigin, storedPath } from './values/origins.ts';

export type Resolver<Source = unknown> = GraphQLFieldResolver<
  Source,
  Context<ContentLoader>,
  Record<string, unknown>
>;

/** Returns the projected value of the field: the one under its response key. */
export const projectedValue = (source: unknown, info: GraphQLResolveInfo): unknown =>
  (source as Record<string, unknown> | null)?.[responseKeyOf(info)];

/** Returns the definition of the field. */
export const fieldAt = (info: GraphQLResolveInfo) =>
  info.parentType.getFields()[info.fieldName] as GraphQLField<unknown, unknown>;

/** Returns the arguments of the field. @throws GraphQLError PAGE_SIZE, BAD_USER_INPUT */
export const connectionArgumentsAt = (info: GraphQLResolveInfo, coerced: Record<string, unknown>) =>
  connectionArguments(fieldAt(info), fieldsAt(info), info.variableValues, coerced);

/** Returns the order of a list of documents without `orderBy`. */
export const cursorOrderAt = (
  type: ModelType,
  { content }: Pick<FieldContext, 'content'>,
  info: GraphQLResolveInfo,
): CursorOrder => ({
  type,
  orders: defaultOrderOf(info.schema, type),
  language: () => content.locale.tag,
});

/**
 * Creates the resolver of a field whose value is in the projection: attribute, `@groq`, `@inverse`, `@asset`, reference or list.
 */
export function bindDocumentField(model: Model, field: ModelField): Resolver<Row> {
  if (field.shape === 'connection') {
    const target = model.types.get(field.target as string) as ModelType;
    return (row, coerced, context, info) => {
      const response = projectedValue(row, info) as ConnectionResponse | null;
      throwDeferredError(response);
      if (response?.value != null) {
        const error = mismatchError(listMismatch(response.value), { row, field, info }, context);
        if (!field.isRequired) throw error;
        addContentError(context, error, info);
      }
      const other = response?.stored && firstNoReference(response.stored);
      if (other) {
        const mismatch = new Mismatch(`a reference to ${target.typeAttribute}`, kindOf(other.element));
        const resolved = { row, field, info, index: other.index };
        addContentError(context, mismatchError(mismatch, resolved, context, other.count), info);
      }
      const args = connectionArgumentsAt(info, coerced);
      const cursors = cursorOrderAt(target, context, info);
      return field.source.kind === 'inverse'
        ? readQueryConnection(response, args, cursors)
        : readListConnection(response, args, cursors);
    };
  }
  if (field.source.kind === 'identity') return readGlobalId;
  const resolve = withGetter(resolveValue(model, field), ({ responseKey }) =>
    projectionGetter(model, field, responseKey),
  );
  const findSources = sourceFinder(model, field);
  return findSources ? withSources(resolve, findSources) : resolve;
}

/** Calls whose result the content service traces to their argument, though it is another value. */
const COMPUTES = /(?:\b(?:lower|upper|string)|\bpt\s*::\s*text)\s*\(/;

/** Returns the function that finds the sources of a scalar, an enum or an asset; undefined for other objects, and for computed values. */
function sourceFinder(model: Model, field: ModelField): FindSources | undefined {
  const { shape, isList, source } = field;
  if (shape === 'image' || shape === 'file' || shape === 'video') return assetFinder(field);
  if (shape !== 'scalar' && shape !== 'enum') return undefined;
  if (source.kind === 'groq' && COMPUTES.test(source.expr)) return undefined;
  const find: FindSources = isList
    ? (row, key) => sourcesOfItems(row, key, (item) => item != null)
    : sourcesAt;
  return isTextForReaders(model, field) ? ofText(find) : find;
}

/**
 * Creates the function that reads the source of a computed field. The function throws CONTENT_MISMATCH if a part of the source is
 * above a limit.
 */
export function readSource(field: ModelField) {
  return (row: Row, context: IssueReceiver, info: GraphQLResolveInfo): unknown => {
    const value = projectedValue(row, info);
    const excess = outerMismatch(value) ?? innerExcess(value, field.typeName);
    if (excess) throw mismatchError(excess, { row, field, info }, context);
    return value;
  };
}

/** Objects whose own values can have errors. Others are documents, or are checked whole. */
const HAS_PARTS: ReadonlySet<FieldShape> = new Set(['object', 'union', 'richText', 'image', 'file']);

/** Creates the resolver of a field whose value is neither a connection nor the id of a document. */
function resolveValue(model: Model, field: ModelField): Resolver<Row> {
  const read = createValueParser(model, field);
  const isRequired = field.isRequired || field.isSemanticNonNull;
  const hasOrigin = HAS_PARTS.has(field.shape);
  const readItem = (item: unknown, row: Row, info: GraphQLResolveInfo, index?: number) => {
    const value = read(item);
    if (hasOrigin && isObject(value) && !('@id' in value))
      rememberOrigin(value, row, storedPath(row, field, responseKeyOf(info)), index);
    return value;
  };
  if (field.isList) return resolveListOf(field, isRequired, readItem);
  const requireValue = (value: unknown, row: Row, info: GraphQLResolveInfo, context: FieldContext) => {
    if (value == null && isRequired) throw missingError({ row, field, info }, context);
    return value;
  };
  return (row, _args, context, info) => {
    const projected = readProjectedVideos(projectedValue(row, info));
    const value = readItem(projected.value, row, info);
    if (value instanceof Mismatch) throw mismatchError(value, { row, field, info }, context);
    if (!isVideo(value)) return requireValue(value, row, info, context);
    return andThen(loadVideo(value, context.media, projected.named), (video) =>
      requireValue(video, row, info, context),
    );
  };
}

const listMismatch = (projected: unknown): Mismatch =>
  outerMismatch(projected) ?? new Mismatch('a list', kindOf(projected));

type FieldContext = Context<ContentLoader>;
type ReadItem = (item: unknown, row: Row, info: GraphQLResolveInfo, index: number) => unknown;

/**
 * Creates the resolver of a list. It omits items of another kind than the model declares, with one error; an invalid scalar is
 * an error in its place.
 */
function resolveListOf(field: ModelField, isRequired: boolean, readItem: ReadItem): Resolver<Row> {
  const isLeaf = field.shape === 'scalar' || field.shape === 'enum';
  const hasNulls = keepsNulls(field);
  return (row, args, context, info) => {
    const { value: list, named } = readProjectedVideos(projectedValue(row, info));
    const offset = field.isSliced ? readOffset(fieldAt(info), args) : 0;
    if (list == null) return isRequired ? [] : null;
    if (!Array.isArray(list)) {
      const error = mismatchError(listMismatch(list), { row, field, info }, context);
      if (!isRequired) throw error;
      addContentError(context, error, info);
      return [];
    }
    const items: unknown[] = [];
    let hasVideos = false;
    let first: { readonly mismatch: Mismatch; readonly index: number } | undefined;
    let omitted = 0;
    for (let index = 0; index < list.length; index++) {
      const item: unknown = list[index];
      if (isOmittedElements(item)) {
        const excess = excessMismatch(item, '') as Mismatch;
        addContentError(context, mismatchError(excess, { row, field, info }, context), info);
        break;
      }
      const stored = item == null ? storedElements(row, responseKeyOf(info))[offset + index] : undefined;
      const value =
        stored == null
          ? readItem(item, row, info, offset + index)
          : new Mismatch('an object', kindOf(stored));
      if (value instanceof Mismatch && isLeaf)
        items.push(mismatchError(value, { row, field, info, index: offset + index }, context));
      else if (value instanceof Mismatch) {
        first ??= { mismatch: value, index: offset + index };
        omitted += 1;
      } else if (isVideo(value)) {
        hasVideos = true;
        items.push(loadVideo(value, context.media, named));
      } else if (value != null || hasNulls) items.push(value);
    }
    if (first) {
      const resolved = { row, field, info, index: first.index };
      addContentError(context, mismatchError(first.mismatch, resolved, context, omitted), info);
    }
    return hasVideos && !hasNulls
      ? Promise.all(items).then((found) => found.filter((item) => item != null))
      : items;
  };
}

/** Returns whether the items of a list of videos are null if they have no asset; other lists omit such items. */
const keepsNulls = ({ source, node: { type } }: ModelField): boolean =>
  source.kind === 'asset' && type.kind === Kind.LIST_TYPE && type.type.kind !== Kind.NON_NULL_TYPE;

/** Resolves the global id of a row. */
export const readGlobalId: Resolver<Row> = withGetter(
  (row: Row, _args: unknown, _context: unknown, info: GraphQLResolveInfo) =>
    toGlobalId(info.parentType.name, row['@id']),
  ({ parentType: { name } }) => {
    const globalIdOf = globalIdsOf(name);
    return { read: (row: Row) => globalIdOf(row['@id']), isPlain: true };
  },
);

/** Resolves a field that every document has. */
export const readSystemField: Resolver<Row> = withSources(
  withGetter(
    (row: Row, _args: unknown, _context: unknown, info: GraphQLResolveInfo) => requireSystemField(row, info),
    ({ responseKey }) => ({ read: (row: Row) => row[responseKey] ?? undefined }),
  ),
  sourcesAt,
);

function requireSystemField(row: Row, info: GraphQLResolveInfo): unknown {
  const value = projectedValue(row, info);
  if (SCALAR_KINDS[getNamedType(info.returnType).name]?.isValue(value)) return value;
  const name = `${info.parentType.name}${row['@id'] ? ` in the document ${row['@id']}` : ''}`;
  throw incompleteDocument(
    `expected every ${info.parentType.name} to have a ${info.fieldName}, but ${name} has none; complete the document in the Studio`,
  );
}
