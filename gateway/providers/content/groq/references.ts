import type { ModelField } from '../../../core/model/model.ts';
import { leadsByReference, sourceOf } from './filters.ts';
import { attribute, type Groq, groq } from './groq.ts';

/** Follows the references of a field. An expression may already yield the document itself, so it is taken either way. */
export function followReference(field: ModelField, isList: boolean, projection: string): string;
export function followReference(field: ModelField, isList: boolean, projection: Groq): Groq;
export function followReference(field: ModelField, isList: boolean, projection: Groq): Groq {
  const source = sourceOf(field);
  if (leadsByReference(field)) return groq`${source}${isList ? '[]' : ''}->${projection}`;
  return isList
    ? groq`(${source}[]{"_": coalesce(@->, @)${projection}})[]._`
    : groq`coalesce(${source}->, ${source})${projection}`;
}

/**
 * Yields the id of the media asset in an attribute, or a list of ids. The attribute holds ids, or the `mux.video` objects of
 * sanity-plugin-mux-input, which refer to a document with the id; GROQ yields null for an object without an asset.
 */
export function assetIdsOf(name: string, isList: boolean): string {
  const source = attribute(name);
  return isList
    ? `select(count(${source}[defined(asset)]) > 0 => ${source}[].asset->assetId, ${source})`
    : `coalesce(${source}.asset->assetId, ${source})`;
}
