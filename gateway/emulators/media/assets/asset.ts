import { opaqueId } from './opaqueId.ts';

/** An asset in the format of `GET /video/v1/assets/{id}`. */
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
  /** Default time of the thumbnail in seconds. */
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
  /** Bits per second. */
  bitrate?: number;
  /** Bytes, as a string. */
  filesize?: string;
  passthrough?: string;
}

/** The validated request to create an asset. */
export interface NewAsset {
  inputs: Input[];
  playback_policies?: PlaybackId['policy'][];
  advanced_playback_policies?: { policy: PlaybackId['policy'] }[];
  passthrough?: string;
  meta?: Asset['meta'];
  max_resolution_tier?: string;
  video_quality?: keyof typeof ENCODING_TIERS;
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

/** By `video_quality`: the value of `encoding_tier`, its older name. */
export const ENCODING_TIERS = { basic: 'baseline', plus: 'smart', premium: 'premium' } as const;

/** Creates an asset in the state `preparing`, with playback ids and without tracks. */
export function newAsset(
  request: NewAsset,
  { now, ingestType }: { now: number; ingestType: 'on_demand_url' | 'on_demand_direct_upload' },
): Asset {
  const quality = request.video_quality ?? 'basic';
  const policies = [
    ...(request.playback_policies ?? []),
    ...(request.advanced_playback_policies ?? []).map(({ policy }) => policy),
  ];
  return {
    id: opaqueId(),
    created_at: String(Math.floor(now / 1000)),
    status: 'preparing',
    progress: { state: 'ingesting', progress: 0 },
    max_resolution_tier: request.max_resolution_tier ?? '1080p',
    encoding_tier: ENCODING_TIERS[quality],
    video_quality: quality,
    master_access: request.master_access ?? 'none',
    ingest_type: ingestType,
    ...(policies.length > 0 && { playback_ids: policies.map((policy) => ({ id: opaqueId(), policy })) }),
    ...(request.passthrough && { passthrough: request.passthrough }),
    ...(request.meta && { meta: request.meta }),
    ...(request.normalize_audio && { normalize_audio: true }),
    ...(request.test && { test: true }),
  };
}

/** Returns the asset in the state `errored`, in Mux's format. */
export function erroredAsset(asset: Asset, errors: { type: string; messages: string[] }): Asset {
  return { ...asset, status: 'errored', progress: { state: 'errored', progress: -1 }, errors };
}
