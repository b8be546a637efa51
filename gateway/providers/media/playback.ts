import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { ErrorCode } from '../../core/errors.ts';
import type { Asset, Mp4File, TextTrack } from './asset.ts';
import type { Sign, TokenType } from './client.ts';
import {
  type AnimatedOptions,
  animatedParams,
  type ImageParams,
  type PosterOptions,
  posterParams,
} from './imageParams.ts';

/** The absolute URLs of a video. URLs with a signed policy work until `expiresAt`. */
export interface Playback {
  readonly id: string;
  readonly policy: 'public' | 'signed';
  readonly expiresAt: Date | null;
  /** Returns a token for the playback id without parameters; undefined for a public video. */
  token(type: TokenType): Promise<string | undefined>;
  /** Null for a public video. */
  readonly tokens: PlaybackTokens | null;
  hlsUrl(): Promise<string>;
  /** These are null for sound without pictures. */
  posterUrl(options: PosterOptions): Promise<string | null>;
  animatedUrl(options: AnimatedOptions): Promise<string | null>;
  storyboardUrl(): Promise<string | null>;
  /** Returns the URL of the highest MP4 file of at most this height in pixels; null if there is none. */
  mp4Url(options: { maxHeight?: number | null | undefined }): Promise<string | null>;
  /** Returns the URL of the sound alone; null if there is no such file. */
  audioUrl(): Promise<string | null>;
  trackUrl(trackId: string): Promise<string>;
}

/** The tokens with which other players build the URLs of a signed video. */
export interface PlaybackTokens {
  playback(): Promise<string>;
  /** These are null for sound without pictures. */
  thumbnail(options: Omit<PosterOptions, 'format'>): Promise<string | null>;
  storyboard(): Promise<string | null>;
}

/** The parent value of `Track`. */
export interface PlayableTrack {
  readonly track: TextTrack;
  readonly playback: Playback;
}

/** Runs a function that computes a token, at once or later. */
export type ScheduleSignature = (sign: () => Promise<string>) => Promise<string>;

/** Creates the URLs of videos. */
export interface PlaybackUrls {
  /**
   * Returns the playback of an asset; null if it is not ready, or its playback id with the strictest policy cannot be played.
   * @param scheduleSignature delays signatures so that callers share the processor; default: no delay
   * @throws GraphQLError `SIGNING_UNAVAILABLE` for a signed video without a signing key
   */
  forAsset(asset: Asset, scheduleSignature?: ScheduleSignature): Playback | null;
}

const SIGNING_UNAVAILABLE = 'SIGNING_UNAVAILABLE' satisfies ErrorCode;

/** Returns the playback of an asset; null also if the signing key is missing. */
export function playbackOrNull(
  asset: Asset,
  urls: PlaybackUrls,
  scheduleSignature?: ScheduleSignature,
): Playback | null {
  try {
    return urls.forAsset(asset, scheduleSignature);
  } catch (error) {
    if (error instanceof GraphQLError && error.extensions.code === SIGNING_UNAVAILABLE) return null;
    throw error;
  }
}

/** Expiry times are multiples of this, so that readers within a few minutes share signed URLs. */
const EXPIRY_STEP_SECONDS = 5 * 60;
/** Mux ends a live show after 12 hours: https://www.mux.com/docs/guides/stream-live-faqs */
const MAX_LIVE_SECONDS = 12 * 60 * 60;
/** Each token has half a kilobyte. */
const MAX_TOKENS = 5_000;
/**
 * Signatures at the same time. A signature occupies one of the four threads of libuv's pool for about a millisecond; two
 * threads stay free for files, compression and name resolution.
 */
export const MAX_CONCURRENT_SIGNATURES = 2;

interface PlaybackOptions {
  streamUrl: string;
  imageUrl: string;
  sign: Sign | undefined;
  /** A signed URL works at least this much longer than its video lasts, or a live show can last. */
  signedUrlMarginSeconds: number;
  /** Milliseconds since 1970. */
  now?: () => number;
}

export function createPlaybackUrls(options: PlaybackOptions): PlaybackUrls {
  const { streamUrl, imageUrl, sign, signedUrlMarginSeconds, now = Date.now } = options;
  const tokens = new LRUCache<string, Promise<string>>({ max: MAX_TOKENS });
  const signatures = new PQueue({ concurrency: MAX_CONCURRENT_SIGNATURES });

  /** Returns the token of a key, or computes it; concurrent requests share the computation. */
  const sharedToken = (key: string, compute: () => Promise<string>): Promise<string> => {
    const known = tokens.get(key);
    if (known) return known;
    const token = signatures.add(compute);
    tokens.set(key, token);
    token.catch(() => tokens.delete(key));
    return token;
  };

  return {
    forAsset(asset, scheduleSignature = (sign) => sign()) {
      const chosen = playableId(asset);
      if (!chosen) return null;
      const { id, policy } = chosen;
      if (policy === 'signed' && !sign) throw signingUnavailable();
      const lifetimeSeconds = playableSeconds(asset) + signedUrlMarginSeconds;
      const expires = policy === 'signed' ? expiryAfter(now() / 1000 + lifetimeSeconds) : undefined;
      const signToken =
        sign && expires !== undefined
          ? async (type: TokenType, params: ImageParams = {}) => {
              const key = JSON.stringify([id, type, params, expires]);
              const compute = () => sign(id, { type, params, expiresIn: expires - Math.floor(now() / 1000) });
              return tokens.get(key) ?? scheduleSignature(() => sharedToken(key, compute));
            }
          : undefined;
      /** Mux rejects a signed URL with parameters outside the token. */
      const signedUrl = async (path: string, type: TokenType, params: ImageParams = {}) => {
        const signature = await signToken?.(type, params);
        const query = new URLSearchParams(signature === undefined ? params : { token: signature }).toString();
        return query ? `${path}?${query}` : path;
      };
      const pictureUrl = async (file: string, type: TokenType, params?: ImageParams) =>
        asset.isAudio ? null : signedUrl(`${imageUrl}/${id}/${file}`, type, params);
      const duration = asset.videoDuration ?? asset.duration;
      return {
        id,
        policy,
        expiresAt: expires === undefined ? null : new Date(expires * 1000),
        token: async (type) => signToken?.(type),
        tokens: signToken
          ? {
              playback: () => signToken('video'),
              thumbnail: async (options) =>
                asset.isAudio ? null : signToken('thumbnail', posterParams(options, duration)),
              storyboard: async () => (asset.isAudio ? null : signToken('storyboard')),
            }
          : null,
        hlsUrl: () => signedUrl(`${streamUrl}/${id}.m3u8`, 'video'),
        async posterUrl(options) {
          const params = posterParams(options, duration);
          return pictureUrl(`thumbnail.${options.format ?? 'webp'}`, 'thumbnail', params);
        },
        animatedUrl: async (options) => pictureUrl('animated.webp', 'gif', animatedParams(options, duration)),
        storyboardUrl: () => pictureUrl('storyboard.vtt', 'storyboard'),
        async mp4Url({ maxHeight }) {
          const file = highestMp4File(asset.mp4Files, maxHeight ?? Number.POSITIVE_INFINITY);
          return file ? signedUrl(`${streamUrl}/${id}/${file.name}`, 'video') : null;
        },
        audioUrl: async () =>
          asset.audioFile ? signedUrl(`${streamUrl}/${id}/${asset.audioFile}`, 'video') : null,
        trackUrl: (trackId) => signedUrl(`${streamUrl}/${id}/text/${trackId}.vtt`, 'video'),
      };
    },
  };
}

/**
 * Returns the playback id with the strictest policy: a signed one before a public one. DRM and unknown policies are stricter, and
 * cannot be played. Undefined also for an asset that is not ready.
 */
export function playableId({
  status,
  playback_ids: ids,
}: Asset): { id: string; policy: 'public' | 'signed' } | undefined {
  if (status !== 'ready' || ids.some(({ policy }) => policy !== 'public' && policy !== 'signed'))
    return undefined;
  for (const policy of ['signed', 'public'] as const) {
    const found = ids.find((id) => id.policy === policy);
    if (found) return { id: found.id, policy };
  }
  return undefined;
}

/** Returns the file with the greatest height up to `maxHeight`. */
const highestMp4File = (files: readonly Mp4File[], maxHeight: number): Mp4File | undefined =>
  files.filter(({ height }) => height <= maxHeight).toSorted((one, other) => other.height - one.height)[0];

/** Returns for how many seconds a playback that starts now can last. A live show may last as long as Mux allows. */
const playableSeconds = ({ isLive, duration = 0 }: Asset): number => (isLive ? MAX_LIVE_SECONDS : duration);

const expiryAfter = (seconds: number): number =>
  Math.ceil(seconds / EXPIRY_STEP_SECONDS) * EXPIRY_STEP_SECONDS;

const signingUnavailable = (): GraphQLError =>
  new GraphQLError(
    'expected a signing key for this video with a signed playback policy, got none; the operator must configure one',
    { extensions: { code: SIGNING_UNAVAILABLE, service: 'media' } },
  );
