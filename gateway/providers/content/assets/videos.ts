import type { Context } from '../../../core/context.ts';
import { VIDEO_OBJECT } from '../../../core/model/unionMembers.ts';
import { isObject } from '../../../core/validators.ts';
import { ofVideoDocuments } from '../groq/references.ts';
import { isFollowedText } from '../groq/visibility.ts';
import { kindOf } from '../values/kindOf.ts';
import { isEmptyReference, isStoredReference, WrongAsset } from './assetReference.ts';
import type { IsOtherType } from './otherTypes.ts';

/** The attribute of a projected video with the id of its media asset. */
const ASSET_ID = '@asset';
/** The attribute of a projected video with the playback id that its document names. */
const PLAYBACK_ID = '@playback';
/** The attribute of a projected member of a union with the stored reference to the document of the video. */
const STORED_ASSET = '@storedAsset';

/** A projected video: the id of its media asset, and the playback id that its document names. */
export interface VideoSource {
  readonly [ASSET_ID]: string;
  readonly [PLAYBACK_ID]?: unknown;
}

const IDS = `{"${ASSET_ID}": assetId, "${PLAYBACK_ID}": playbackId}`;
const ofDocument = (attribute: string): string =>
  `select(${isFollowedText('asset.')} => asset->${attribute})`;

/**
 * Returns GROQ for the video in an attribute, or a list of them. The attribute contains ids of assets, or the `mux.video` objects of
 * sanity-plugin-mux-input, which refer to a document with the ids. A value without such a document is projected as it is.
 */
export const videosGroq = (name: string, isList: boolean): string =>
  ofVideoDocuments(name, isList, `coalesce(${ofDocument(IDS)}, @)`);

/** Returns the projection of a `mux.video` object in a union. */
export const videoProjection = (): string =>
  `{"${ASSET_ID}": ${ofDocument('assetId')}, "${PLAYBACK_ID}": ${ofDocument('playbackId')}, "${STORED_ASSET}": asset}`;

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
  // A document without an id of an asset is that of an upload.
  if (ASSET_ID in value && !isMember) return null;
  const { _type: type } = value;
  if (isStoredReference(value) || (!isMember && type !== VIDEO_OBJECT && isOtherType(type)))
    return wrong(kindOf(value));
  const asset = isMember ? value[STORED_ASSET] : value.asset;
  if (asset == null || isEmptyReference(asset) || kindOf(asset) === 'reference') return null;
  return wrong(`${kindOf(asset)} as its asset`);
}

const wrong = (found: string) => new WrongAsset('a video', found);

/** Loads the asset of a video. */
export const loadVideo = (
  { [ASSET_ID]: id, [PLAYBACK_ID]: playbackId }: VideoSource,
  media: Context['media'],
): ReturnType<Context['media']['asset']> =>
  media.asset(id, typeof playbackId === 'string' ? [playbackId] : []);
