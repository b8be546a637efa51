import type { Context } from '../../../core/context.ts';
import { playbackIdsFor } from '../../../core/model/namedPlaybackIds.ts';
import { VIDEO_OBJECT } from '../../../core/model/unionMembers.ts';
import { isObject } from '../../../core/validators.ts';
import { attribute } from '../groq/groq.ts';
import { ofVideoDocuments, withNamedPlaybackIds } from '../groq/references.ts';
import { isFollowedText } from '../groq/visibility.ts';
import { kindOf } from '../values/kindOf.ts';
import { isEmptyReference, isStoredReference, WrongAsset } from './assetReference.ts';
import type { IsOtherType } from './otherTypes.ts';

/** The attribute of a projected video with the id of its media asset. */
const ASSET_ID = '@asset';
/** The attribute of a projected video with the playback ids that documents of videos name for its asset. */
const NAMED = '@named';
/** The attribute of a projected member of a union with the stored reference to the document of the video. */
const STORED_ASSET = '@storedAsset';
/** The attribute of a projected field that stores plain ids of assets; see `withNamedPlaybackIds`. */
const PLAIN_IDS = '@plainIds';

/** A projected video: the id of its media asset, and `{asset, playback}` of the documents of videos with the asset. */
export interface VideoSource {
  readonly [ASSET_ID]: string;
  readonly [NAMED]?: unknown;
}

/** GROQ for the ids in the document that a `mux.video` object refers to. */
const VIDEO = `select(${isFollowedText('asset.')} => asset->${withNamedPlaybackIds('assetId', false)}{"${ASSET_ID}": asset, "${NAMED}": named})`;

/**
 * Returns GROQ for the video in an attribute, or a list of them. The attribute contains ids of assets, or the `mux.video` objects of
 * sanity-plugin-mux-input, which refer to a document with the ids. An object without such a document is projected as it is.
 */
export const videosGroq = (name: string, isList: boolean): string => {
  const source = attribute(name);
  const plain = `select(defined(${source}) => {"${PLAIN_IDS}": ${withNamedPlaybackIds(source, isList)}})`;
  return ofVideoDocuments(name, isList, `coalesce(${VIDEO}, @)`, plain);
};

/** Returns the projection of a `mux.video` object in a union. */
export const videoProjection = (): string => `{"${STORED_ASSET}": asset, ...${VIDEO}}`;

/** A projected field of videos: its value, and what documents of videos name for plain ids of assets. */
export interface ProjectedVideos {
  readonly value: unknown;
  readonly named?: unknown;
}

/** Reads the projected value of any field. */
export function readProjectedVideos(projected: unknown): ProjectedVideos {
  const plain = isObject(projected) ? projected[PLAIN_IDS] : undefined;
  return isObject(plain) ? { value: plain.asset, named: plain.named } : { value: projected };
}

/** True for a video of `readVideo`. */
export const isVideo = (value: unknown): value is VideoSource =>
  isObject(value) && typeof value[ASSET_ID] === 'string';

/** Reads a projected or stored video, or the id of its asset: null if there is none, also while the plugin uploads it. */
export function readVideo(value: unknown, isOtherType: IsOtherType): VideoSource | WrongAsset | null {
  if (value == null || value === '') return null;
  if (typeof value === 'string') return { [ASSET_ID]: value };
  if (isVideo(value)) return value[ASSET_ID] === '' ? null : value;
  if (!isObject(value)) return wrong(kindOf(value));
  const isMember = STORED_ASSET in value;
  // A document without an id of an asset describes an upload.
  if (ASSET_ID in value && !isMember) return null;
  const { _type: type } = value;
  if (isStoredReference(value) || (!isMember && type !== VIDEO_OBJECT && isOtherType(type)))
    return wrong(kindOf(value));
  const asset = isMember ? value[STORED_ASSET] : value.asset;
  if (asset == null || isEmptyReference(asset) || kindOf(asset) === 'reference') return null;
  return wrong(`${kindOf(asset)} as its asset`);
}

const wrong = (found: string) => new WrongAsset('a video', found);

/** Loads the asset of a video. @param named what documents of videos name for it, if it is a plain id of an asset */
export const loadVideo = (
  { [ASSET_ID]: id, [NAMED]: ofDocument }: VideoSource,
  media: Context['media'],
  named?: unknown,
): ReturnType<Context['media']['asset']> => media.asset(id, playbackIdsFor(id, ofDocument ?? named));
