import type { GraphQLField } from 'graphql';
import type { Model, ModelField, ModelType } from '../../core/model/model.ts';
import { type SelectedField, selectionsOf } from '../../core/selection.ts';
import { deferredError } from './connection.ts';
import { fieldGroq } from './groq/fieldGroq.ts';
import { attribute, attributeOf, type Groq, groq } from './groq/groq.ts';
import type { Projector } from './projector.ts';
import { queryConnection } from './queryConnection.ts';

/** Maximum length of an `@inverse` list that is not a connection. */
const MAX_LIST_LENGTH = 100;

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
  const slice = field.isList ? `[0...${MAX_LIST_LENGTH}]` : '[0]';
  return groq`*[_type == "${target.document?.type ?? ''}" && ${where}] | order(_createdAt desc, _id asc)${slice}${projection}`;
}

/**
 * Returns the condition that a document refers to the enclosing one through this path. Sanity has an index for `references`;
 * the rest restricts the match to the path.
 */
function backReferenceCondition(model: Model, target: ModelType, path: string): string {
  let type: ModelType | undefined = target;
  let isMany = false;
  const source = path.split('.').reduce((prefix, name) => {
    const field: ModelField | undefined = type?.fields.get(name);
    const isList = field?.isList === true || field?.shape === 'connection';
    isMany ||= isList;
    type = field && model.types.get(field.typeName);
    const step = field ? fieldGroq(field) : attribute(name);
    return `${prefix === '' ? step : prefix + attributeOf(step)}${isList ? '[]' : ''}`;
  }, '');
  return `references(^._id) && ${isMany ? `^._id in ${source}._ref` : `${source}._ref == ^._id`}`;
}
