import type { CaptionTrack } from '../../core/captionTrack.ts';
import { insteadOfUpstreamError } from '../../core/errors.ts';
import { type TextTrack, withNamedPlaybackIds } from './asset.ts';
import type { AssetCache } from './assetCache.ts';
import { type Captions, languageOf, readyTracks } from './captions.ts';
import { type PlaybackUrls, playableId, playbackOrNull } from './playback.ts';

interface CaptionSources {
  readonly assetCache: AssetCache;
  readonly captions: Captions;
  readonly urls: PlaybackUrls;
}

/**
 * Reads the cues of an asset: of each language its captions, or else its subtitles; empty if the asset does not exist or cannot be
 * played. A track that cannot be read has an error.
 * @param playbackIds the playback ids that documents name for it; see `withNamedPlaybackIds`
 * @throws UpstreamError if the asset cannot be read
 */
export async function readCues(
  assetId: string,
  playbackIds: readonly string[],
  sources: CaptionSources,
): Promise<CaptionTrack[]> {
  const { asset, playback, tracks } = await readTracks(assetId, playbackIds, sources);
  if (!asset || !playback) return [];
  const reads = tracks.map(async (textTrack): Promise<CaptionTrack | null> => {
    const track = { track: textTrack.id, language: languageOf(textTrack) };
    try {
      const cues = await sources.captions.cues(asset, textTrack, playback);
      return cues && { ...track, cues };
    } catch (error) {
      return { ...track, cues: [], error };
    }
  });
  return (await Promise.all(reads)).filter((track) => track !== null);
}

/**
 * Returns whether any of these assets can be played; false if none exists. An asset that cannot be read counts as playable, and so does
 * a signed asset that this process has no key for.
 */
export async function canPlay(
  assetIds: readonly string[],
  { assetCache }: Pick<CaptionSources, 'assetCache'>,
): Promise<boolean> {
  const playable = assetCache
    .load(assetIds)
    .map((loading) =>
      loading
        .then((asset) => asset !== null && playableId(asset) !== undefined)
        .catch(insteadOfUpstreamError(true)),
    );
  return (await Promise.all(playable)).includes(true);
}

/**
 * Reads the ids of the text tracks whose cues `readCues` returns.
 * @throws UpstreamError
 */
export async function readTrackIds(
  assetId: string,
  playbackIds: readonly string[],
  sources: Pick<CaptionSources, 'assetCache' | 'urls'>,
): Promise<readonly string[]> {
  const { tracks } = await readTracks(assetId, playbackIds, sources);
  return tracks.map(({ id }) => id);
}

async function readTracks(
  assetId: string,
  playbackIds: readonly string[],
  { assetCache, urls }: Pick<CaptionSources, 'assetCache' | 'urls'>,
) {
  const found = await assetCache.load([assetId])[0];
  const asset = found && withNamedPlaybackIds(found, playbackIds);
  const playback = asset && playbackOrNull(asset, urls);
  const ready = asset && playback ? readyTracks(asset) : [];
  return { asset, playback, tracks: ready.filter((track) => isBestKind(track, ready)) };
}

/** True for captions, which also describe sounds, and for subtitles of a language without captions. */
const isBestKind = (track: TextTrack, tracks: readonly TextTrack[]): boolean =>
  track.closed_captions ||
  !tracks.some((other) => other.closed_captions && languageOf(other) === languageOf(track));
