/** The part of a Mux asset that the schema needs. Names are Mux's own. */
export interface Asset {
  readonly id: string;
  readonly status: 'preparing' | 'ready' | 'errored';
  /** True for sound without pictures. */
  readonly isAudio?: boolean;
  /** True while the live stream of the asset is active; its duration then grows. */
  readonly isLive?: boolean;
  /** Seconds. */
  readonly duration?: number;
  /** Seconds of the video track, which can end before the sound. */
  readonly videoDuration?: number;
  /** Width to height, e.g. `16:9`. */
  readonly aspect_ratio?: string;
  /** Pixels of the best stored resolution. */
  readonly size?: { readonly width: number; readonly height: number };
  readonly playback_ids: readonly PlaybackId[];
  /** Text tracks only, of any status. */
  readonly tracks: readonly TextTrack[];
  /** The MP4 files that are ready. */
  readonly mp4Files: readonly Mp4File[];
  /** The last part of the URL of the sound alone, if that file is ready. */
  readonly audioFile?: string;
  readonly errors?: { readonly type?: string; readonly messages: readonly string[] };
}

/** A static rendition of a video: https://www.mux.com/docs/guides/download-your-videos */
export interface Mp4File {
  /** The last part of its URL, e.g. `360p.mp4`. */
  readonly name: string;
  /** Pixels. */
  readonly height: number;
}

export interface PlaybackId {
  readonly id: string;
  /** `public`, `signed` or `drm`. */
  readonly policy: string;
}

/**
 * Returns the asset with the playback ids that documents name, because an editor chose them; with all its playback ids if it has
 * no named playback id.
 */
export function withNamedPlaybackIds(asset: Asset, named: readonly string[]): Asset {
  if (named.length === 0 || asset.playback_ids.length <= 1) return asset;
  const chosen = asset.playback_ids.filter(({ id }) => named.includes(id));
  const isAll = chosen.length === 0 || chosen.length === asset.playback_ids.length;
  return isAll ? asset : { ...asset, playback_ids: chosen };
}

/** Captions or subtitles of a video. */
export interface TextTrack {
  readonly id: string;
  /** `preparing`, `ready`, `errored` or `deleted`; generated tracks become ready after their asset. */
  readonly status: string;
  readonly language_code?: string;
  readonly name?: string;
  readonly closed_captions: boolean;
}

/** True for a text that can be the id of an asset, a playback id or a track, and so is safe in a URL. */
export const isMuxId = (id: string): boolean => /^[A-Za-z0-9]{1,255}$/.test(id);
