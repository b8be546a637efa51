import type { GraphQLField } from 'graphql';
import type { Model, ModelField, ModelType } from '../../core/model/model.ts';
import { type SelectedField, selectionsOf } from '../../core/selection.ts';
import { deferredError } from './connections/connection.ts';
import { queryConnection } from './connections/queryConnection.ts';
import { type Groq, groq } from './groq/groq.ts';
import { inversePath } from './groq/inversePath.ts';
import { languageConditions } from './groq/languageConditions.ts';
import { defaultOrderOf, orderClause, readOrder } from './groq/orders.ts';
import type { Projector } from './groq/projector.ts';
import { documentsWhere, followedIds, isFollowed, type Visibility } from './groq/visibility.ts';

/** Maximum length of an `@inverse` list that is not a connection. */
const MAX_LIST_ITEMS = 100;

/**
 * Returns the projection of an `@inverse` field: the documents that refer to the enclosing one.
 * @param path the fields of these documents that lead to the reference
 */
export function inverseProjection(
  projector: Projector,
  field: ModelField,
  path: string,
  definition: GraphQLField<unknown, unknown>,
  nodes: readonly SelectedField[],
): Groq {
  const target = projector.model.types.get(field.target as string) as ModelType;
  const where = backReferenceCondition(projector.model, target, path);
  if (field.shape === 'connection')
    return deferredError(queryConnection({ projector, target, field: definition, nodes }, where));
  const projection = projector.document(target, selectionsOf(nodes));
  const slice = field.isList ? `[0...${MAX_LIST_ITEMS}]` : '[0]';
  const order: Groq = (scope) =>
    orderClause(readOrder(projector.model, target, defaultOrderOf(projector.schema, target), scope), false);
  const documents: Groq = (scope) =>
    documentsWhere(
      [
        `_type == "${target.document?.type ?? ''}"`,
        where(scope),
        ...languageConditions(target, projector.locale, scope),
      ],
      scope,
    );
  return groq`${documents} | ${order}${slice}${projection}`;
}

/**
 * Returns the condition that a document refers to the enclosing one through this path. Sanity has an index for `references`;
 * the rest restricts the match to the path.
 */
function backReferenceCondition(
  model: Model,
  target: ModelType,
  path: string,
): (visibility: Visibility) => string {
  const { source, isMany } = inversePath(model, target, path);
  return (visibility) =>
    isMany
      ? `references(^._id) && ^._id in ${followedIds(source, visibility)}`
      : `references(^._id) && ${source}._ref == ^._id && ${isFollowed(visibility, `${source}.`)}`;
}
