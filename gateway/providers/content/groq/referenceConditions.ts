import { hasMany, type Model, type ModelField, possibleDocuments } from '../../../core/model/model.ts';
import { documentKey } from './facetValue.ts';
import { fieldGroq, type GroqScope, isPath, yieldsReference } from './groq.ts';
import { assetIdsGroq } from './references.ts';
import { equalsAny, TEXT } from './valueKinds.ts';
import { documentsWhere, isFollowed, isLocal, type Visibility } from './visibility.ts';

/**
 * Returns the condition that a field refers to one of these documents.
 * @param ids GROQ for their `_id`s
 * @param isIndexed adds a condition on the whole document, for which Sanity has an index; the rest restricts the match to the field
 */
export function refersToAny(
  field: ModelField,
  ids: string,
  visibility: Visibility,
  isIndexed = false,
): string {
  const source = fieldGroq(field);
  const isReference = yieldsReference(field);
  // A @groq expression may yield the document itself instead of a reference to it.
  const hasId = (path: string) =>
    isReference
      ? `${path}_ref in ${ids} && ${isFollowed(visibility, path)}`
      : `coalesce(${path}_ref, ${path}_id) in ${ids} && ${isLocal(path)}`;
  if (!hasMany(field) && isPath(source)) return hasId(`${source}.`);
  // An expression is evaluated only once.
  const refersTo = `count(${hasMany(field) ? source : `[${source}]`}[${hasId('')}]) > 0`;
  return hasMany(field) && isIndexed && isReference ? `references(${ids}) && ${refersTo}` : refersTo;
}

/** Returns the condition that a field refers to a document with one of these keys; see `documentKey`. */
export function refersToKey(
  model: Model,
  field: ModelField,
  keys: readonly unknown[],
  { addParam, readsPrivate }: Pick<GroqScope, 'addParam' | 'readsPrivate'>,
): string {
  const types = possibleDocuments(model, field.target as string);
  const names = addParam(types.map(({ document }) => document?.type));
  const conditions = [`_type in ${names}`, equalsAny(TEXT, documentKey(types), keys, addParam)];
  return refersToAny(field, `${documentsWhere(conditions, { readsPrivate })}._id`, { readsPrivate }, true);
}

/** Returns the condition that an image or a file, or an item of a list, has an asset of its kind. Evaluates an expression once. */
export function hasAsset(path: string, shape: 'image' | 'file', isList: boolean): string {
  const isOfKind = (value: string) =>
    `string::startsWith(${value}asset._ref, "${shape}-") && !defined(${value}asset._dataset)`;
  if (!isList && isPath(path)) return isOfKind(`${path}.`);
  return `count(${isList ? path : `[${path}]`}[${isOfKind('')}]) > 0`;
}

/** Returns the condition that an attribute has a media asset, or a list of them. */
export function hasVideo(name: string, isList: boolean, visibility: Visibility): string {
  const ids = assetIdsGroq(name, isList, visibility);
  const isId = (value: string) => `(${value} + "") != ""`;
  return isList
    ? `count((${ids})[defined(@ + "") && @ != ""]) > 0`
    : `(defined(${ids} + "") && ${isId(ids)})`;
}
