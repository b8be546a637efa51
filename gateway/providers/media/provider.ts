import type { MediaConfig } from '../../config/config.ts';
import type { Context } from '../../core/context.ts';
import type { ResiliencePolicy } from '../../services/upstream/resiliencePolicy.ts';
import { createUpstreamCall, type ObserveCalls } from '../../services/upstream/upstreamCall.ts';
import type { WebhookVerifier } from '../../services/upstream/webhook.ts';
import { type AssetCache, createAssetCache, type Freshness } from './assetCache.ts';
import { type Captions, type Cue, createCaptions, languageOf, readyTracks, trackIn } from './captions.ts';
import { createMediaClient, type MediaClient } from './client.ts';
import { createMediaLoader, type MediaLoader } from './loader.ts';
import { createPlaybackAddresses, type PlaybackAddresses, playable } from './playback.ts';
import type { ReserveSlot } from './requestScheduler.ts';
import { createMediaSync, type MediaSync, type MediaSyncOptions } from './sync.ts';
import { createMediaWebhook } from './webhook.ts';

/** The captions of one language. */
interface LanguageCues {
  /** The id of the text track. */
  readonly track: string;
  /** A BCP 47 code; `und` where the library does not tell. */
  readonly language: string;
  readonly cues: readonly Cue[];
}

/** The media library of one process. */
export interface MediaProvider {
  readonly assetCache: AssetCache;
  /** Verifies webhook deliveries; undefined without a webhook secret. */
  readonly webhook: WebhookVerifier | undefined;
  /** See `AssetCache.start`. */
  start(): Promise<void>;
  /** Creates what turns the library's events into changes. */
  sync(options: Omit<MediaSyncOptions, 'assetCache'>): MediaSync;
  /** Fresh for each operation. */
  loader(operation: Pick<Context, 'signal' | 'tags'> & Partial<Pick<Context, 'cachePolicy'>>): MediaLoader;
  /**
   * The cues of every language of a film, one track for each language; empty when there is no such film, or it cannot
   * be played.
   * @throws UpstreamError
   */
  readCues(assetId: string): Promise<LanguageCues[]>;
  /**
   * The ids of the text tracks whose cues `readCues` gives.
   * @throws UpstreamError
   */
  tracksOf(assetId: string): Promise<readonly string[]>;
  /** Ends all reading in the background. */
  close(): void;
}

/** Milliseconds that a field waits for the library, whoever asked first. */
const PATIENCE = 1500;

export interface MediaProviderOptions {
  config: MediaConfig;
  observe?: ObserveCalls | undefined;
  line?: ResiliencePolicy | undefined;
  client?: MediaClient;
  freshness?: Partial<Freshness>;
  reserveSlot?: ReserveSlot | undefined;
  /** Milliseconds since 1970, for the expiry of signed addresses. */
  now?: () => number;
}

/** Creates the media provider of a process; `start` begins to read the account. */
export function createMediaProvider({
  config,
  observe,
  line,
  client = createMediaClient(config, undefined, observe, line),
  freshness,
  reserveSlot,
  now,
}: MediaProviderOptions): MediaProvider {
  const assetCache = createAssetCache(client, {
    reserveSlot,
    ...(freshness && { freshness }),
  });
  const addresses = createPlaybackAddresses({
    streamUrl: config.streamUrl,
    imageUrl: config.imageUrl,
    sign: client.sign,
    ...(now && { now }),
  });
  const captions = createCaptions(client);
  const wire = createUpstreamCall({
    provider: 'media',
    timeoutMs: PATIENCE,
    readFailure: () => ({ status: undefined }),
  });
  return {
    assetCache,
    webhook: config.webhookSecret === undefined ? undefined : createMediaWebhook(config.webhookSecret),
    start: assetCache.start,
    sync: (options) => createMediaSync({ assetCache, ...options }),
    loader: (operation) => createMediaLoader({ mirror: assetCache, captions, addresses, wire, ...operation }),
    readCues: (assetId) => readCues(assetId, { mirror: assetCache, captions, addresses }),
    tracksOf: async (assetId) =>
      (await shownTracks(assetId, { mirror: assetCache, addresses })).tracks.map(({ id }) => id),
    close: assetCache.close,
  };
}

interface CueSources {
  mirror: AssetCache;
  captions: Captions;
  addresses: PlaybackAddresses;
}

async function readCues(assetId: string, sources: CueSources): Promise<LanguageCues[]> {
  const { asset, playback, tracks } = await shownTracks(assetId, sources);
  if (!asset || !playback) return [];
  const read = tracks.map(async (track) => ({
    track: track.id,
    language: languageOf(track),
    cues: await sources.captions.cues(asset, track, playback),
  }));
  return (await Promise.all(read)).flatMap(({ cues, ...track }) => (cues ? [{ ...track, cues }] : []));
}

/** The text tracks of a film, one for each language; none when there is no such film, or it cannot be played. */
async function shownTracks(assetId: string, { mirror, addresses }: Pick<CueSources, 'mirror' | 'addresses'>) {
  const asset = await mirror.load([assetId])[0];
  const playback = asset && playable(asset, addresses);
  const ready = asset && playback ? readyTracks(asset) : [];
  const languages = [...new Set(ready.map(languageOf))];
  return { asset, playback, tracks: languages.flatMap((language) => trackIn(ready, language) ?? []) };
}
