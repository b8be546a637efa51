import type { ModelField } from '../../../core/model/model.ts';
import { VIDEO_ASSET } from '../../../core/model/unionMembers.ts';
import { attribute, fieldGroq, type Groq, groq, isStored, yieldsReference } from './groq.ts';
import {
  IS_VISIBLE_DOCUMENT,
  IS_VISIBLE_VALUE,
  isFollowed,
  isFollowedText,
  REFERENCE_ATTRIBUTES,
  type Visibility,
} from './visibility.ts';

/** Returns GROQ that follows the references of a field; a `@groq` expression may yield the document itself. */
export function followReference(field: ModelField, isList: boolean, projection: Groq): Groq {
  const source = fieldGroq(field);
  const reference = groq`select(${isFollowedText()} => @->${projection})`;
  const document = yieldsReference(field)
    ? reference
    : groq`select(defined(_ref) => ${reference}, ${IS_VISIBLE_VALUE} => @${projection})`;
  return isList ? groq`(${source}[]{"_": ${document}})[]._` : groq`${source}{"_": ${document}}._`;
}

/**
 * Returns the projection of the documents of a field. A stored value that is no reference to a document is projected as it is,
 * in a list with the attributes of a reference, so that its kind is known. So is a reference that is not followed.
 */
export function documentsProjection(field: ModelField, projection: Groq): Groq {
  if (!isStored(field)) return followReference(field, field.isList, projection);
  const source = fieldGroq(field);
  const document = groq`select(${isFollowedText()} => @->${projection})`;
  return field.isList
    ? groq`coalesce((${source}[]{"_": coalesce(${document}, @${REFERENCE_ATTRIBUTES})})[]._, ${source})`
    : groq`coalesce(${source}{"_": ${document}}._, ${source})`;
}

/**
 * Returns GROQ for the media asset id in an attribute, or a list of ids. The attribute contains ids, or the `mux.video`
 * objects of sanity-plugin-mux-input, which refer to a document with the id; an object without an asset yields null.
 */
export const assetIdsGroq = (name: string, isList: boolean, visibility: Visibility): string =>
  ofVideoDocuments(name, isList, `select(${isFollowed(visibility, 'asset.')} => asset->assetId)`);

/**
 * Returns GROQ for `{asset, named}`. All documents of videos with the asset count, also those that the value does not refer to: a
 * video has one set of URLs, wherever it is read.
 * @param ids GROQ for an asset id, or a list of ids
 */
export const withNamedPlaybackIds = (ids: string, isList: boolean): string =>
  `{"asset": ${ids}}{asset, "named": ${namedPlaybackIds(`assetId ${isList ? 'in' : '=='} ^.asset`, IS_VISIBLE_DOCUMENT)}}`;

/** Returns GROQ for a list of `{asset, playback}`. @param conditions of the documents of videos */
export const namedPlaybackIds = (...conditions: readonly string[]): string =>
  `*[${[`_type == "${VIDEO_ASSET}"`, 'defined(playbackId)', ...conditions].join(' && ')}]{"asset": assetId, "playback": playbackId}`;

/**
 * Returns GROQ for a part of each `mux.video` object in an attribute.
 * @param part GROQ for the part of an object
 * @param otherwise GROQ for the value of the attribute if it is no object, or a list without videos
 */
export function ofVideoDocuments(
  name: string,
  isList: boolean,
  part: string,
  otherwise = attribute(name),
): string {
  const source = attribute(name);
  const video = `{"_": ${part}}`;
  return isList
    ? `select(count(${source}[defined(asset)]) > 0 => ${source}[]${video}._, ${otherwise})`
    : `coalesce(${source}${video}._, ${otherwise})`;
}
