import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import { inputError } from '../../core/errors.ts';
import type { Asset, PlaybackId, TextTrack } from './asset.ts';
import type { Sign, TokenType } from './client.ts';

/** How one film is played. Every address is absolute; those of a signed film work until `expiresAt`. */
export interface Playback {
  readonly id: string;
  readonly policy: 'public' | 'signed';
  readonly expiresAt: Date | null;
  /** A token for the playback id without further options; undefined for a public film. */
  token(type: TokenType): Promise<string | undefined>;
  hlsUrl(): Promise<string>;
  posterUrl(options: PosterOptions): Promise<string>;
  animatedUrl(options: AnimatedOptions): Promise<string>;
  storyboardUrl(): Promise<string>;
  trackUrl(trackId: string): Promise<string>;
}

/** A text track and how its film is played: what `Track` is resolved from. */
export interface PlayableTrack {
  readonly track: TextTrack;
  readonly playback: Playback;
}

/** Pixels, and seconds of the film; WebP unless another format is named. */
export interface PosterOptions {
  width?: number | null | undefined;
  height?: number | null | undefined;
  time?: number | null | undefined;
  format?: 'jpg' | 'png' | 'webp' | undefined;
}

/** Pixels, and seconds of the film. */
export interface AnimatedOptions {
  width?: number | null | undefined;
  start?: number | null | undefined;
  end?: number | null | undefined;
}

/** The addresses of films. */
export interface PlaybackAddresses {
  /**
   * How the film is played now; null when it is not ready or has no playback id for viewers.
   * @throws GraphQLError `SIGNING_UNAVAILABLE` for a signed film without a signing key
   */
  of(asset: Asset): Playback | null;
}

/** How the film is played, or null for whatever reason it cannot be, the lack of a signing key included. */
export function playable(asset: Asset, addresses: PlaybackAddresses): Playback | null {
  try {
    return addresses.of(asset);
  } catch {
    return null;
  }
}

/** Seconds. Addresses of signed films expire on these marks, so that all readers of a few minutes share them. */
const EXPIRY_STEP = 5 * 60;
/** Seconds that an address works at least; with the step, at most fifteen minutes. */
const SHORTEST_LIFE = 10 * 60;
/** Tokens held; each is half a kilobyte. */
const MOST_TOKENS = 5_000;

/** What Mux serves as a still, in pixels. */
const LARGEST_SIDE = 4096;
/** What Mux serves as an animated picture: https://www.mux.com/docs/guides/get-images-from-a-video */
const LARGEST_ANIMATED = 640;
/** Seconds. */
const LONGEST_ANIMATED = 10;
const SHORTEST_ANIMATED = 0.25;
/** Seconds that Mux gives where no end is asked for. */
const USUAL_ANIMATED = 5;

interface PlaybackOptions {
  streamUrl: string;
  imageUrl: string;
  sign: Sign | undefined;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** @param options the hosts that play films and make stills, and what signs their addresses */
export function createPlaybackAddresses(options: PlaybackOptions): PlaybackAddresses {
  const { streamUrl, imageUrl, sign, now = Date.now } = options;
  const tokens = new LRUCache<string, Promise<string>>({ max: MOST_TOKENS });

  /** One token for one use of one playback id, made once for all who are given it. */
  const tokenFor = (
    sign: Sign,
    id: string,
    type: TokenType,
    params: Params,
    expires: number,
  ): Promise<string> => {
    const key = JSON.stringify([id, type, params, expires]);
    const known = tokens.get(key);
    if (known) return known;
    const token = sign(id, { type, params, expiresIn: expires - Math.floor(now() / 1000) });
    tokens.set(key, token);
    token.catch(() => tokens.delete(key));
    return token;
  };

  return {
    of(asset) {
      const chosen = asset.status === 'ready' ? choosePlaybackId(asset.playback_ids) : undefined;
      if (!chosen) return null;
      const { id, policy } = chosen;
      if (policy === 'signed' && !sign) throw unsigned();
      const expires = policy === 'signed' ? expiryAfter(now() / 1000) : undefined;
      const token = async (type: TokenType, params: Params = {}) =>
        sign && expires !== undefined ? tokenFor(sign, id, type, params, expires) : undefined;
      /** A signed address carries its options inside the token, and Mux refuses them beside it. */
      const address = async (path: string, type: TokenType, params: Params = {}) => {
        const signature = await token(type, params);
        const query = new URLSearchParams(signature === undefined ? params : { token: signature }).toString();
        return query ? `${path}?${query}` : path;
      };
      const still = `${imageUrl}/${id}`;
      return {
        id,
        policy,
        expiresAt: expires === undefined ? null : new Date(expires * 1000),
        token,
        hlsUrl: () => address(`${streamUrl}/${id}.m3u8`, 'video'),
        posterUrl: async (options) =>
          address(
            `${still}/thumbnail.${options.format ?? 'webp'}`,
            'thumbnail',
            posterParams(options, asset.duration),
          ),
        animatedUrl: async (options) =>
          address(`${still}/animated.webp`, 'gif', animatedParams(options, asset.duration)),
        storyboardUrl: () => address(`${still}/storyboard.vtt`, 'storyboard'),
        trackUrl: (trackId) => address(`${streamUrl}/${id}/text/${trackId}.vtt`, 'video'),
      };
    },
  };
}

type Params = Readonly<Record<string, string>>;

/** Everybody's playback id if there is one, else one that needs a token; never one for protected hardware. */
function choosePlaybackId(
  ids: readonly PlaybackId[],
): { id: string; policy: 'public' | 'signed' } | undefined {
  for (const policy of ['public', 'signed'] as const) {
    const found = ids.find((id) => id.policy === policy);
    if (found) return { id: found.id, policy };
  }
  return undefined;
}

const expiryAfter = (seconds: number): number =>
  Math.ceil(seconds / EXPIRY_STEP) * EXPIRY_STEP + SHORTEST_LIFE;

function posterParams({ width, height, time }: PosterOptions, duration: number | undefined): Params {
  checkPixels('width', width, LARGEST_SIDE);
  checkPixels('height', height, LARGEST_SIDE);
  checkSeconds('time', time);
  return {
    ...(width != null && { width: String(width) }),
    ...(height != null && { height: String(height) }),
    // With one side alone there is nothing to cut.
    ...(width != null && height != null && { fit_mode: 'smartcrop' }),
    ...(time != null && { time: String(Math.min(time, duration ?? time)) }),
  };
}

function animatedParams({ width, start, end }: AnimatedOptions, duration: number | undefined): Params {
  checkPixels('width', width, LARGEST_ANIMATED);
  checkSeconds('start', start);
  checkSeconds('end', end);
  const begin = start ?? 0;
  const last = (duration ?? Number.POSITIVE_INFINITY) - SHORTEST_ANIMATED;
  if (begin > last) throw inputError(`start: expected at most ${Math.max(last, 0)} seconds, got ${begin}`);
  if (end != null && (end - begin < SHORTEST_ANIMATED || end - begin > LONGEST_ANIMATED))
    throw inputError(
      `end: expected ${SHORTEST_ANIMATED} to ${LONGEST_ANIMATED} seconds after ${begin}, got ${end}`,
    );
  const from = start ?? (end == null ? middleOf(duration) : null);
  return {
    ...(width != null && { width: String(width) }),
    ...(from != null && { start: String(from) }),
    ...(end != null && { end: String(Math.min(end, duration ?? end)) }),
  };
}

/**
 * Where a moving picture begins unless told otherwise: where the still of the film is, so that it seems to come alive;
 * earlier where the usual seconds would not fit. Mux begins with the film, which often begins with black.
 */
const middleOf = (duration: number | undefined): number | null =>
  duration ? Math.floor(100 * Math.max(0, Math.min(duration / 2, duration - USUAL_ANIMATED))) / 100 : null;

function checkPixels(name: string, value: number | null | undefined, most: number): void {
  if (value != null && !(Number.isInteger(value) && value >= 1 && value <= most))
    throw inputError(`${name}: expected 1 to ${most} pixels, got ${value}`);
}

function checkSeconds(name: string, value: number | null | undefined): void {
  if (value != null && !(Number.isFinite(value) && value >= 0))
    throw inputError(`${name}: expected seconds from the film's beginning, got ${value}`);
}

const unsigned = (): GraphQLError =>
  new GraphQLError('this film is played by signed addresses, and the server has no key to sign them with', {
    extensions: { code: 'SIGNING_UNAVAILABLE', service: 'media' },
  });
