import { createPrivateKey } from 'node:crypto';
import Mux from '@mux/mux-node';
import type { MediaConfig } from '../../config/config.ts';
import { quoted } from '../../core/describeValue.ts';
import { createResiliencePolicy, type ResiliencePolicy } from '../../services/upstream/resiliencePolicy.ts';
import {
  type CallKind,
  createUpstreamCall,
  type Failure,
  type ObserveCalls,
} from '../../services/upstream/upstreamCall.ts';
import { createUpstreamFetch } from '../../services/upstream/upstreamFetch.ts';
import type { Asset } from './asset.ts';
import {
  type AssetPage,
  malformedResponse,
  readAsset,
  readAssetPage,
  readJson,
  readPlaybackTarget,
  readWebVtt,
} from './responseValidation.ts';

/** The resource that a signed token gives access to; `video` includes the text tracks. */
export type TokenType = 'video' | 'thumbnail' | 'gif' | 'storyboard';

/** Signs a playback id. `params` are the options of the URL; `expiresIn` is in seconds. */
export type Sign = (
  playbackId: string,
  options: { type: TokenType; params: Readonly<Record<string, string>>; expiresIn: number },
) => Promise<string>;

/** The Mux API. Every failure is an `UpstreamError`. */
export interface MediaClient {
  /** Reads an asset; null if the account has none with this id. */
  asset(id: string, signal: AbortSignal): Promise<Asset | null>;
  /** Reads a page of at most `ASSETS_PER_PAGE` assets, the newest first. */
  listAssets(cursor: string | undefined, signal: AbortSignal): Promise<AssetPage>;
  /** Reads the asset id of a playback id; null if there is none. */
  assetIdOf(playbackId: string, signal: AbortSignal): Promise<string | null>;
  /** Reads a text track as WebVTT; null if there is none. A signed playback id needs a token of type `video`. */
  textTrack(
    playbackId: string,
    trackId: string,
    token: string | undefined,
    signal: AbortSignal,
  ): Promise<string | null>;
  /** Undefined without a signing key. */
  readonly sign: Sign | undefined;
}

/** Mux's own limit. */
export const ASSETS_PER_PAGE = 100;

/** Time until the whole response is read. */
interface Timeouts {
  /** For an asset or a text track: readers wait for these. */
  requestMs: number;
  /** For a page of the list, which is read in the background. */
  listMs: number;
}

const LIST_TIMEOUT_MS = 5000;
/** An asset has a few kilobytes, with many tracks some tens. */
const MAX_ASSET_BYTES = 1024 * 1024;
const MAX_PAGE_BYTES = 8 * 1024 * 1024;
/** Captions of three hours have a third of this. */
const MAX_TRACK_BYTES = 1024 * 1024;

/** RS256, the algorithm of Mux's tokens. */
const SIGNATURE_ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

/** Returns the options of the SDK for an account, without the SDK's own retries. */
export const muxOptions = ({ tokenId, tokenSecret, baseUrl = 'https://api.mux.com' }: MediaConfig) =>
  ({
    tokenId,
    tokenSecret,
    baseURL: baseUrl,
    // The SDK would read missing options from the environment.
    jwtSigningKey: null,
    jwtPrivateKey: null,
    webhookSecret: null,
    authorizationToken: null,
    maxRetries: 0,
    logLevel: 'off',
  }) as const;

/** Creates the Mux client, without the SDK's own retries and without redirects. */
export function createMediaClient(
  config: MediaConfig,
  timeouts: Timeouts = { requestMs: config.timeoutMs, listMs: LIST_TIMEOUT_MS },
  observe?: ObserveCalls,
  policy: ResiliencePolicy = createResiliencePolicy('media'),
): MediaClient {
  const options = {
    ...muxOptions(config),
    jwtSigningKey: config.signingKey?.id ?? null,
    jwtPrivateKey: config.signingKey?.privateKey ?? null,
    // The upstream call has the actual timeout.
    timeout: 2 * Math.max(timeouts.requestMs, timeouts.listMs),
  };
  const limitBytes = (maxBytes: number) => ({ fetch: createUpstreamFetch({ maxBytes }) });
  const api = new Mux({ ...options, ...limitBytes(MAX_ASSET_BYTES) });
  const listApi = api.withOptions(limitBytes(MAX_PAGE_BYTES));
  const streamApi = new Mux({ ...options, ...limitBytes(MAX_TRACK_BYTES), baseURL: config.streamUrl });
  // A retry counts against the account's rate limit, so the policy must not retry.
  const createCall = (kind: CallKind, timeoutMs = timeouts.requestMs) =>
    createUpstreamCall({ provider: 'media', kind, timeoutMs, readFailure, observe, policy });
  const calls = {
    asset: createCall('asset'),
    assets: createCall('assets', timeouts.listMs),
    playbackId: createCall('playback id'),
    textTrack: createCall('text track'),
  };

  return {
    asset: (id, signal) =>
      calls.asset(signal, (signal) =>
        nullIfNotFound(async () => {
          const response = await api.video.assets.retrieve(id, { signal }).asResponse();
          const { data } = await readJson(response);
          const asset = readAsset(data);
          if (asset.id !== id) throw malformedResponse(`expected the asset ${id}, got ${quoted(asset.id)}`);
          return asset;
        }),
      ),
    listAssets: (cursor, signal) =>
      calls.assets(signal, async (signal) => {
        const query = { limit: ASSETS_PER_PAGE, ...(cursor !== undefined && { cursor }) };
        const response = await listApi.video.assets.list(query, { signal }).asResponse();
        return readAssetPage(await readJson(response));
      }),
    assetIdOf: (playbackId, signal) =>
      calls.playbackId(signal, (signal) =>
        nullIfNotFound(async () => {
          const response = await api.video.playbackIds.retrieve(playbackId, { signal }).asResponse();
          const { data } = await readJson(response);
          return readPlaybackTarget(data);
        }),
      ),
    textTrack: (playbackId, trackId, token, signal) =>
      calls.textTrack(signal, (signal) =>
        nullIfNotFound(async () => {
          // The streaming host must not receive the account's credentials.
          const init = { signal, headers: { Authorization: null } };
          const response = await streamApi.video.playback
            .track(playbackId, trackId, token ? { token } : {}, init)
            .asResponse();
          return readWebVtt(response);
        }),
      ),
    sign: config.signingKey && createSign(api, config.signingKey.privateKey),
  };
}

/** Creates the function that signs playback ids. The SDK would parse a key that is a text for each signature. */
function createSign({ jwt }: Mux, privateKey: string): Sign {
  const pem = privateKey.trim().startsWith('-----')
    ? privateKey
    : Buffer.from(privateKey, 'base64').toString();
  const key = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' });
  const imported = crypto.subtle.importKey('pkcs8', key, SIGNATURE_ALGORITHM, false, ['sign']);
  return async (playbackId, { type, params, expiresIn }) =>
    jwt.signPlaybackId(playbackId, {
      type,
      params: { ...params },
      expiration: `${expiresIn}s`,
      keySecret: await imported,
    });
}

function readFailure(error: unknown): Failure {
  if (!(error instanceof Mux.APIError)) return { status: undefined };
  const retryAfter = Number.parseFloat(error.headers?.get('retry-after') ?? '');
  return { status: error.status, retryAfter: retryAfter >= 0 ? retryAfter : undefined };
}

async function nullIfNotFound<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Mux.NotFoundError) return null;
    throw error;
  }
}
