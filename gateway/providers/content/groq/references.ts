import type { ModelField } from '../../../core/model/model.ts';
import { fieldGroq, isStored, yieldsReference } from './fieldGroq.ts';
import { attribute, type Groq, groq } from './groq.ts';

/** Returns GROQ that follows the references of a field; a `@groq` expression may yield the document itself. */
export function followReference(field: ModelField, isList: boolean, projection: string): string;
export function followReference(field: ModelField, isList: boolean, projection: Groq): Groq;
export function followReference(field: ModelField, isList: boolean, projection: Groq): Groq {
  const source = fieldGroq(field);
  if (yieldsReference(field)) return groq`${source}${isList ? '[]' : ''}->${projection}`;
  return isList
    ? groq`(${source}[]{"_": coalesce(@->, @)${projection}})[]._`
    : groq`coalesce(${source}->, ${source})${projection}`;
}

/**
 * Returns the projection of the documents of a field. A stored value that is no reference to a document is projected as it is,
 * in a list with its reference and `_type`, so that its kind is known.
 */
export function documentsProjection(field: ModelField, projection: Groq): Groq {
  if (!isStored(field)) return followReference(field, field.isList, projection);
  const source = fieldGroq(field);
  return field.isList
    ? groq`coalesce((${source}[]{"_": coalesce(@->${projection}, @{_ref, _type})})[]._, ${source})`
    : groq`coalesce(${source}->${projection}, ${source})`;
}

/**
 * Returns GROQ for the media asset id in an attribute, or a list of ids. The attribute contains ids, or the `mux.video`
 * objects of sanity-plugin-mux-input, which refer to a document with the id; an object without an asset yields null.
 */
export function assetIdsGroq(name: string, isList: boolean): string {
  const source = attribute(name);
  return isList
    ? `select(count(${source}[defined(asset)]) > 0 => ${source}[].asset->assetId, ${source})`
    : `coalesce(${source}.asset->assetId, ${source})`;
}
