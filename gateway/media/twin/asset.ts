import { opaqueId } from './opaqueId.ts';

/** An asset as `GET /video/v1/assets/{id}` answers it inside `data`. */
export interface Asset {
  id: string;
  /** Unix seconds, as a string. */
  created_at: string;
  status: 'preparing' | 'ready' | 'errored';
  progress: { state: 'ingesting' | 'transcoding' | 'completed' | 'live' | 'errored'; progress: number };
  max_resolution_tier: string;
  encoding_tier: string;
  video_quality?: string;
  master_access: string;
  /** Seconds. */
  duration?: number;
  aspect_ratio?: string;
  playback_ids?: PlaybackId[];
  tracks?: Track[];
  errors?: { type: string; messages: string[] };
  meta?: { title?: string; creator_id?: string; external_id?: string };
  passthrough?: string;
  upload_id?: string;
  live_stream_id?: string;
  /** Seconds: the poster's time when a request names none. */
  thumbnail_time?: number;
  static_renditions?: { status?: string; files?: StaticRendition[] };
  [more: string]: unknown;
}

export interface PlaybackId {
  id: string;
  policy: 'public' | 'signed' | 'drm';
}

export interface Track {
  id: string;
  type: 'video' | 'audio' | 'text';
  status?: 'preparing' | 'ready' | 'errored' | 'deleted';
  /** Seconds. */
  duration?: number;
  text_type?: 'subtitles';
  text_source?: string;
  language_code?: string;
  name?: string;
  closed_captions?: boolean;
  passthrough?: string;
  [more: string]: unknown;
}

export interface StaticRendition {
  id: string;
  name: string;
  ext: 'mp4' | 'm4a';
  type: 'advanced';
  resolution: string;
  status: 'ready' | 'preparing' | 'skipped' | 'errored';
  resolution_tier?: string;
  height?: number;
  width?: number;
  /** Bits a second. */
  bitrate?: number;
  /** Bytes, as a string. */
  filesize?: string;
  passthrough?: string;
}

/** What a client may say when it creates an asset, after validation. */
export interface NewAsset {
  inputs: Input[];
  playback_policies?: PlaybackId['policy'][];
  advanced_playback_policies?: { policy: PlaybackId['policy'] }[];
  passthrough?: string;
  meta?: Asset['meta'];
  max_resolution_tier?: string;
  video_quality?: 'basic' | 'plus' | 'premium';
  master_access?: string;
  static_renditions?: Pick<StaticRendition, 'resolution' | 'passthrough'>[];
  normalize_audio?: boolean;
  test?: boolean;
}

export interface Input {
  url?: string;
  type?: string;
  language_code?: string;
  name?: string;
  [more: string]: unknown;
}

/** `encoding_tier` is the older name of the same choice. */
const ENCODING_TIERS = { basic: 'baseline', plus: 'smart', premium: 'premium' } as const;

/** An asset that has just been asked for: `preparing`, with its playback ids but without tracks. */
export function newAsset(wanted: NewAsset, now: number): Asset {
  const quality = wanted.video_quality ?? 'basic';
  const policies = [
    ...(wanted.playback_policies ?? []),
    ...(wanted.advanced_playback_policies ?? []).map(({ policy }) => policy),
  ];
  return {
    id: opaqueId(),
    created_at: String(Math.floor(now / 1000)),
    status: 'preparing',
    progress: { state: 'ingesting', progress: 0 },
    max_resolution_tier: wanted.max_resolution_tier ?? '1080p',
    encoding_tier: ENCODING_TIERS[quality],
    video_quality: quality,
    master_access: wanted.master_access ?? 'none',
    ...(policies.length > 0 && { playback_ids: policies.map((policy) => ({ id: opaqueId(), policy })) }),
    ...(wanted.passthrough && { passthrough: wanted.passthrough }),
    ...(wanted.meta && { meta: wanted.meta }),
    ...(wanted.normalize_audio && { normalize_audio: true }),
    ...(wanted.test && { test: true }),
  };
}

/** The asset after its input could not be had, as Mux reports it. */
export function failed(asset: Asset, errors: { type: string; messages: string[] }): Asset {
  return { ...asset, status: 'errored', progress: { state: 'errored', progress: -1 }, errors };
}
