import { inputError } from '../../../core/errors.ts';
import type { Model, ModelType } from '../../../core/model/model.ts';
import { fromGlobalId } from '../../../core/relay.ts';
import type { AddParam } from './groq.ts';
import { conditionOrNegation, type Filter, scalarCondition } from './operators.ts';
import { TEXT } from './valueKinds.ts';

/**
 * Returns the condition of a filter by global ids. In a list of documents of several types an id names the type too: documents of
 * two types can have the same `_id`.
 * @throws GraphQLError `BAD_USER_INPUT` for an id of another type
 */
export function idCondition(
  model: Model,
  type: ModelType,
  { eq, ne, in: among, notIn, defined }: Filter,
  addParam: AddParam,
): string {
  const isAny = (globalIds: unknown) => documentsCondition(idsByType(model, type, globalIds), addParam);
  const ofPresence = scalarCondition(
    TEXT,
    '_id',
    { ...(eq === null && { eq }), ...(ne === null && { ne }), defined },
    addParam,
  );
  return [
    ...(ofPresence === '' ? [] : [ofPresence]),
    ...(eq == null ? [] : [isAny([eq])]),
    ...(among == null ? [] : [isAny(among)]),
    ...(ne == null ? [] : [conditionOrNegation(isAny([ne]), false)]),
    ...(notIn == null ? [] : [conditionOrNegation(isAny(notIn), false)]),
  ].join(' && ');
}

/** Returns the condition that a document is one of these. @param idsByType `_id`s by `_type`, which is empty where it is known */
function documentsCondition(idsByType: ReadonlyMap<string, readonly string[]>, addParam: AddParam): string {
  const alternatives = [...idsByType].map(([type, ids]) => {
    const isAny = scalarCondition(TEXT, '_id', { in: ids }, addParam);
    return type === '' ? isAny : `_type == ${JSON.stringify(type)} && ${isAny}`;
  });
  return alternatives.length === 0 ? 'false' : `(${alternatives.join(' || ')})`;
}

/** Returns the `_id`s of global ids by their `_type`, which is empty unless documents of several types are filtered. */
function idsByType(
  model: Model,
  type: ModelType,
  globalIds: unknown,
): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, string[]>();
  for (const globalId of globalIds as readonly string[]) {
    const decoded = fromGlobalId(globalId);
    const isOfSeveral = type.document?.type === '';
    const document = isOfSeveral ? model.types.get(decoded?.typeName ?? '')?.document : type.document;
    if (!decoded || !document || (!isOfSeveral && decoded.typeName !== type.name))
      throw wrongId(type, globalId, decoded?.typeName);
    const key = isOfSeveral ? document.type : '';
    ids.set(key, [...(ids.get(key) ?? []), decoded.id]);
  }
  return ids;
}

function wrongId({ name }: ModelType, globalId: string, typeName: string | undefined) {
  const actual = typeName ? `the id of a ${typeName}` : JSON.stringify(globalId).slice(0, 60);
  return inputError(
    `expected global ids of ${name} in the filter, got ${actual}; take them from its \`id\` field`,
    'BAD_USER_INPUT',
    { argument: 'filter' },
  );
}
