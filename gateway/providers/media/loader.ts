import PQueue from 'p-queue';
import { type CachePolicy, createCachePolicy, restrictMaxAge } from '../../core/cachePolicy.ts';
import { assetTag } from '../../core/cacheTags.ts';
import type { Cue } from '../../core/captionTrack.ts';
import type { Caller, MediaPort } from '../../core/context.ts';
import { createTracedLoader } from '../../services/telemetry/tracedLoader.ts';
import { runForCaller } from '../../services/upstream/caller.ts';
import { failAsUpstream, type UpstreamCall } from '../../services/upstream/upstreamCall.ts';
import { type Asset, type TextTrack, withNamedPlaybackIds } from './asset.ts';
import type { AssetCache } from './assetCache.ts';
import type { Captions } from './captions.ts';
import {
  MAX_CONCURRENT_SIGNATURES,
  type Playback,
  type PlaybackUrls,
  playbackOrNull,
  type ScheduleSignature,
} from './playback.ts';

/** Access to the media library within one operation. */
export interface MediaLoader extends MediaPort {
  /**
   * Returns an asset, at once if it is cached; null if the library has none with this id.
   * @param playbackIds the playback ids that documents name for it; see `withNamedPlaybackIds`
   * @throws UpstreamError if it is not cached and Mux fails or is too slow; CallLimitError
   */
  asset(id: string, playbackIds?: readonly string[]): Asset | null | Promise<Asset | null>;
  /**
   * Loads the cues of a text track; null if there is no such file or the video cannot be played.
   * @throws UpstreamError, CallLimitError, GraphQLError `SIGNING_UNAVAILABLE`
   */
  cues(asset: Asset, track: TextTrack): Promise<readonly Cue[] | null>;
  /** Returns the playback of an asset; null if it cannot be played. @throws GraphQLError `SIGNING_UNAVAILABLE` */
  playback(asset: Asset): Playback | null;
  /** Returns the playback of an asset; null also if the signing key is missing. */
  playbackOrNull(asset: Asset): Playback | null;
}

interface TrackKey {
  asset: Asset;
  track: TextTrack;
  playback: Playback;
}

interface LoaderOptions {
  assetCache: AssetCache;
  captions: Captions;
  urls: PlaybackUrls;
  /** Limits the wait of a field for a read that may have started earlier. */
  waitFor: UpstreamCall;
  /** Aborts with the operation. */
  signal: AbortSignal;
  /** The operation's cache tags. */
  tags: Set<string>;
  cachePolicy?: CachePolicy;
  /** The caller that the requests count for. */
  caller?: Caller;
}

/** Lifetime of a response with an asset that is not ready, or without a file that may appear soon. */
const UNFINISHED_MAX_AGE_SECONDS = 4;

/** Creates the loader of one operation. */
export function createMediaLoader(options: LoaderOptions): MediaLoader {
  const {
    assetCache,
    captions,
    urls,
    waitFor,
    signal,
    tags,
    cachePolicy = createCachePolicy(),
    caller,
  } = options;
  // The batch resolves to promises, so that a slow asset does not delay the other assets.
  const assets = createTracedLoader<string, { asset: Promise<Asset | null> }>(async (ids) =>
    runForCaller(caller, () => assetCache.load(ids)).map((asset) => ({
      asset: waitFor(signal, () => asset),
    })),
  );
  const cues = createTracedLoader<TrackKey, { cues: Promise<readonly Cue[] | null> }, string>(
    async (keys) =>
      keys.map(({ asset, track, playback }) => ({
        cues: waitFor(signal, () => runForCaller(caller, () => captions.cues(asset, track, playback))),
      })),
    { cacheKeyFn: ({ asset, track }) => `${asset.id}/${track.id}` },
  );

  // With few signatures of each operation in progress, a small operation does not wait for all signatures of a large operation.
  let signatures: PQueue | undefined;
  const scheduleSignature: ScheduleSignature = (sign) => {
    signatures ??= new PQueue({ concurrency: MAX_CONCURRENT_SIGNATURES });
    return signatures.add(sign, { signal }).catch(failAsUpstream('media', signal));
  };

  /** Signed URLs must not be shared, and expire. */
  const markPrivate = (playback: Playback | null) => {
    if (playback?.policy === 'signed') cachePolicy.isPrivate = true;
    return playback;
  };

  const limitAgeIfUnfinished = (asset: Asset | null): void => {
    if (asset?.status !== 'ready') restrictMaxAge(cachePolicy, UNFINISHED_MAX_AGE_SECONDS);
  };

  const loader: MediaLoader = {
    asset(id, playbackIds = []) {
      tags.add(assetTag(id));
      // The media library is read in the background, which finds a change only while its assets are requested.
      cachePolicy.hasTimedPart = true;
      const choose = (asset: Asset | null) => {
        limitAgeIfUnfinished(asset);
        return asset && withNamedPlaybackIds(asset, playbackIds);
      };
      const cached = runForCaller(caller, () => assetCache.peek(id));
      if (cached !== undefined) return choose(cached);
      return assets.load(id).then(async ({ asset }) => choose(await asset));
    },
    async cues(asset, track) {
      const playback = urls.forAsset(asset);
      const found = playback && (await (await cues.load({ asset, track, playback })).cues);
      if (!found) restrictMaxAge(cachePolicy, UNFINISHED_MAX_AGE_SECONDS);
      return found;
    },
    playback: (asset) => markPrivate(urls.forAsset(asset, scheduleSignature)),
    playbackOrNull: (asset) => markPrivate(playbackOrNull(asset, urls, scheduleSignature)),
    async still(assetId, playbackIds, { time, width }) {
      const asset = await loader.asset(assetId, playbackIds);
      const playback = asset && loader.playbackOrNull(asset);
      return playback ? playback.posterUrl({ time, width }) : null;
    },
  };
  return loader;
}
