import type { Asset, Track } from '../assets/asset.ts';
import { opaqueId } from '../assets/opaqueId.ts';
import type { MediaInfo } from '../inputs/mediaFile.ts';

/** Largest number of pixels per resolution tier, according to Mux's pricing page. */
const RESOLUTION_TIERS = [
  ['720p', 921_600],
  ['1080p', 2_073_600],
  ['1440p', 4_194_304],
] as const;

/** Largest number of lines per value of `max_stored_resolution`. */
const STORED_RESOLUTIONS = [
  ['SD', 719],
  ['HD', 1079],
  ['FHD', 1439],
] as const;

/** Returns the attributes of an asset that follow from its file. */
export function assetMetadata({ duration, video }: MediaInfo): Partial<Asset> {
  if (!video) return { duration, resolution_tier: 'audio-only', max_stored_resolution: 'Audio only' };
  const { width, height, frameRate } = video;
  const divisor = greatestDivisor(width, height);
  return {
    duration,
    aspect_ratio: `${width / divisor}:${height / divisor}`,
    resolution_tier: RESOLUTION_TIERS.find(([, pixels]) => width * height <= pixels)?.[0] ?? '2160p',
    max_stored_resolution:
      STORED_RESOLUTIONS.find(([, lines]) => Math.min(width, height) <= lines)?.[0] ?? 'UHD',
    max_stored_frame_rate: frameRate,
  };
}

/** Returns the video and audio tracks of a file. */
export function mediaTracks({ video, audio }: MediaInfo): Track[] {
  const tracks: Track[] = [];
  if (video)
    tracks.push({
      id: opaqueId(),
      type: 'video',
      max_width: video.width,
      max_height: video.height,
      max_frame_rate: video.frameRate,
      duration: video.duration,
    });
  if (audio)
    tracks.push({
      id: opaqueId(),
      type: 'audio',
      status: 'ready',
      name: 'Default',
      language_code: 'und',
      primary: true,
      max_channels: audio.channels,
      duration: audio.duration,
    });
  return tracks;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? Math.max(a, 1) : greatestDivisor(b, a % b);
}
