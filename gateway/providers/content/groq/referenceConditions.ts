import { type Model, type ModelField, possibleDocuments } from '../../../core/model/model.ts';
import { documentKey } from './facetValue.ts';
import { fieldGroq, yieldsReference } from './fieldGroq.ts';
import type { AddParam } from './groq.ts';
import { equalsAny, TEXT } from './valueKinds.ts';

/**
 * Returns the condition that a field refers to one of these documents.
 * @param ids GROQ for their `_id`s
 * @param isIndexed adds a condition on the whole document, for which Sanity has an index; the rest restricts the match to the field
 */
export function refersToAny(field: ModelField, ids: string, isIndexed = false): string {
  const source = fieldGroq(field);
  const isReference = yieldsReference(field);
  // A @groq expression may yield the document itself instead of a reference to it.
  const hasId = (path: string) =>
    isReference ? `${path}_ref in ${ids}` : `coalesce(${path}_ref, ${path}_id) in ${ids}`;
  if (!field.isList && field.shape !== 'connection') return hasId(`${source}.`);
  const refersTo = `count(${source}[${hasId('')}]) > 0`;
  return isIndexed && isReference ? `references(${ids}) && ${refersTo}` : refersTo;
}

/** Returns the condition that a field refers to a document with one of these keys; see `documentKey`. */
export function refersToKey(
  model: Model,
  field: ModelField,
  keys: readonly unknown[],
  addParam: AddParam,
): string {
  const types = possibleDocuments(model, field.target as string);
  const names = addParam(types.map(({ document }) => document?.type));
  const hasKey = equalsAny(TEXT, documentKey(types), keys, addParam);
  return refersToAny(field, `*[_type in ${names} && ${hasKey}]._id`, true);
}
