import { type CachePolicy, createCachePolicy, restrictMaxAge } from '../../core/cachePolicy.ts';
import type { MediaPort } from '../../core/context.ts';
import { createTracedLoader } from '../../services/telemetry/tracedLoader.ts';
import type { UpstreamCall } from '../../services/upstream/upstreamCall.ts';
import type { Asset, TextTrack } from './asset.ts';
import type { AssetCache } from './assetCache.ts';
import type { Captions, Cue } from './captions.ts';
import { type Playback, type PlaybackAddresses, playable } from './playback.ts';

/** The media library for one operation: what many fields ask is asked once, and noted in the operation's tags. */
export interface MediaLoader extends MediaPort {
  /**
   * The asset, or null when the library has none of this id.
   * @throws UpstreamError when it must be asked of Mux and Mux fails or takes too long
   */
  asset(id: string): Promise<Asset | null>;
  /**
   * The cues of a text track; null when there is no such file or the film cannot be played.
   * @throws UpstreamError, GraphQLError `SIGNING_UNAVAILABLE`
   */
  cues(asset: Asset, track: TextTrack): Promise<readonly Cue[] | null>;
  /** How a film is played; null when it cannot be. @throws GraphQLError `SIGNING_UNAVAILABLE` */
  playback(asset: Asset): Playback | null;
  /** The same, and null where a signing key is lacking. */
  playable(asset: Asset): Playback | null;
}

interface TrackKey {
  asset: Asset;
  track: TextTrack;
  playback: Playback;
}

interface LoaderOptions {
  mirror: AssetCache;
  captions: Captions;
  addresses: PlaybackAddresses;
  /** How long one field waits for what others may have asked long before. */
  wire: UpstreamCall;
  /** Ends with the operation. */
  signal: AbortSignal;
  /** The operation's tags. */
  tags: Set<string>;
  cachePolicy?: CachePolicy;
}

/** Seconds for which an answer is kept that tells of a film which is not ready, or of a file that is not there yet. */
const CHANGES_SOON = 4;

/** The tag of everything that was made of an asset. */
const assetTag = (id: string): string => `media:${id}`;

/** Fresh for each operation, over what the process holds. */
export function createMediaLoader(options: LoaderOptions): MediaLoader {
  const { mirror, captions, addresses, wire, signal, tags, cachePolicy = createCachePolicy() } = options;
  // Each answer is a promise of its own inside the batch, so that one asset that is slow does not hold up the others.
  const assets = createTracedLoader<string, { asset: Promise<Asset | null> }>(async (ids) =>
    mirror.load(ids).map((answer) => ({ asset: wire(signal, () => answer) })),
  );
  const cues = createTracedLoader<TrackKey, { cues: Promise<readonly Cue[] | null> }, string>(
    async (keys) =>
      keys.map(({ asset, track, playback }) => ({
        cues: wire(signal, () => captions.cues(asset, track, playback)),
      })),
    { cacheKeyFn: ({ asset, track }) => `${asset.id}/${track.id}` },
  );

  /** A signed address is for whoever asked, and works for some minutes. */
  const shown = (playback: Playback | null) => {
    if (playback?.policy === 'signed') cachePolicy.isPrivate = true;
    return playback;
  };

  const loader: MediaLoader = {
    async asset(id) {
      tags.add(assetTag(id));
      const asset = await (await assets.load(id)).asset;
      if (asset?.status !== 'ready') restrictMaxAge(cachePolicy, CHANGES_SOON);
      return asset;
    },
    async cues(asset, track) {
      const playback = addresses.of(asset);
      const found = playback && (await (await cues.load({ asset, track, playback })).cues);
      if (!found) restrictMaxAge(cachePolicy, CHANGES_SOON);
      return found;
    },
    playback: (asset) => shown(addresses.of(asset)),
    playable: (asset) => shown(playable(asset, addresses)),
    async still(assetId, { time, width }) {
      const asset = await loader.asset(assetId);
      const playback = asset && loader.playable(asset);
      return playback ? playback.posterUrl({ time, width }) : null;
    },
  };
  return loader;
}
