import type { MediaConfig } from '../../config/config.ts';
import type { CaptionTrack } from '../../core/captionTrack.ts';
import type { Context } from '../../core/context.ts';
import type { ResiliencePolicy } from '../../services/upstream/resiliencePolicy.ts';
import { createUpstreamCall, type ObserveCalls } from '../../services/upstream/upstreamCall.ts';
import type { UpstreamRecorder } from '../../services/upstream/upstreamRecorder.ts';
import type { WebhookVerifier } from '../../services/upstream/webhook.ts';
import { type AssetCache, createAssetCache, type Freshness } from './assetCache.ts';
import { createCaptions } from './captions.ts';
import { createMediaClient, type MediaClient } from './client.ts';
import { canPlay, readCues, readTrackIds } from './indexing.ts';
import { createMediaLoader, type MediaLoader } from './loader.ts';
import { createPlaybackUrls } from './playback.ts';
import type { ReserveSlot } from './requestScheduler.ts';
import { createMediaSync, type MediaSync, type MediaSyncOptions } from './sync.ts';
import { createMediaWebhook } from './webhook.ts';

/** Access to the media library: one per process. */
export interface MediaProvider {
  readonly assetCache: AssetCache;
  /** Verifies webhook deliveries; undefined without a webhook secret. */
  readonly webhook: WebhookVerifier | undefined;
  /** See `AssetCache.start`. */
  start(): Promise<void>;
  /** Creates the sync of the library's events. */
  sync(options: Omit<MediaSyncOptions, 'assetCache'>): MediaSync;
  /**
   * Creates the loader of one operation.
   * @param recorder records the requests of the operation, which then bypass the cache of captions
   */
  loader(
    operation: Pick<Context, 'signal' | 'tags'> & Partial<Pick<Context, 'cachePolicy' | 'caller'>>,
    recorder?: UpstreamRecorder,
  ): MediaLoader;
  /** See `readCues` in `indexing.ts`. */
  readCues(assetId: string, playbackIds: readonly string[]): Promise<CaptionTrack[]>;
  /** See `canPlay` in `indexing.ts`. */
  canPlay(assetIds: readonly string[]): Promise<boolean>;
  /** See `readTrackIds` in `indexing.ts`. */
  readTrackIds(assetId: string, playbackIds: readonly string[]): Promise<readonly string[]>;
  /** Ends background reads. */
  close(): void;
}

/** Maximum wait of a field for a read that may have started earlier. */
const FIELD_TIMEOUT_MS = 1500;

export interface MediaProviderOptions {
  config: MediaConfig;
  observe?: ObserveCalls | undefined;
  policy?: ResiliencePolicy | undefined;
  client?: MediaClient;
  freshness?: Partial<Freshness>;
  reserveSlot?: ReserveSlot | undefined;
  /** Milliseconds since 1970, for the expiry of signed URLs. */
  now?: () => number;
}

/** Creates the media provider of a process; `start` begins to read the account. */
export function createMediaProvider({
  config,
  observe,
  policy,
  client = createMediaClient(config, undefined, observe, policy),
  freshness,
  reserveSlot,
  now,
}: MediaProviderOptions): MediaProvider {
  const assetCache = createAssetCache(client, {
    reserveSlot,
    ...(freshness && { freshness }),
  });
  const urls = createPlaybackUrls({
    streamUrl: config.streamUrl,
    imageUrl: config.imageUrl,
    sign: client.sign,
    signedUrlMarginSeconds: config.signedUrlMarginSeconds,
    ...(now && { now }),
  });
  const captions = createCaptions(client);
  const waitFor = createUpstreamCall({
    provider: 'media',
    timeoutMs: FIELD_TIMEOUT_MS,
    readFailure: () => ({ status: undefined }),
  });
  return {
    assetCache,
    webhook: config.webhookSecret === undefined ? undefined : createMediaWebhook(config.webhookSecret),
    start: assetCache.start,
    sync: (options) => createMediaSync({ assetCache, ...options }),
    loader: (operation, recorder) =>
      createMediaLoader({
        ...operation,
        assetCache,
        captions: recorder ? createCaptions(createRecordedClient(client, recorder)) : captions,
        urls,
        waitFor,
      }),
    readCues: (assetId, playbackIds) => readCues(assetId, playbackIds, { assetCache, captions, urls }),
    canPlay: (assetIds) => canPlay(assetIds, { assetCache }),
    readTrackIds: (assetId, playbackIds) => readTrackIds(assetId, playbackIds, { assetCache, urls }),
    close: assetCache.close,
  };
}

/** Creates a client that records each request for a text track. Assets are in memory, so operations do not request them. */
const createRecordedClient = (client: MediaClient, recorder: UpstreamRecorder): MediaClient => ({
  ...client,
  textTrack: (playbackId, trackId, token, signal) =>
    recorder.record({ provider: 'media', description: `GET /${playbackId}/text/${trackId}.vtt` }, () =>
      client.textTrack(playbackId, trackId, token, signal),
    ),
});
