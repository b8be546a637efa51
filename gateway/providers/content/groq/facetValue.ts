import {
  facetKeyField,
  hasMany,
  isReference,
  type Model,
  type ModelField,
  type ModelType,
  possibleDocuments,
} from '../../../core/model/model.ts';
import { fieldGroq } from './groq.ts';
import { TEXT, valueKind } from './valueKinds.ts';
import { isFollowed, PUBLIC_VISIBILITY } from './visibility.ts';

/** Returns GROQ for the key of a document of these types in filters and facets: its key field, else its id. */
export function documentKey(types: readonly ModelType[]): string {
  const keys = types.flatMap((type) => {
    const key = facetKeyField(type);
    return key ? [TEXT.comparable(fieldGroq(key))] : [];
  });
  return `coalesce(${[...new Set(keys), '_id'].join(', ')})`;
}

/** Returns GROQ for the facet values of a field: the keys of the public documents referred to, or the values of its kind. */
export function facetValue(model: Model, field: ModelField): string {
  const source = fieldGroq(field);
  if (!isReference(field)) {
    const kind = valueKind(model, field);
    if (!kind) return source;
    return field.isList
      ? `${source}[defined(${kind.comparable('@')})]`
      : `select(defined(${kind.comparable(source)}) => ${source})`;
  }
  const value = documentKey(possibleDocuments(model, field.target as string));
  const key = `{"_": select(${isFollowed(PUBLIC_VISIBILITY)} => @->{"_": ${value}}._)}`;
  return hasMany(field) ? `(${source}[]${key})[]._` : `${source}${key}._`;
}
