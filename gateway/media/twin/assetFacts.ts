import type { Asset, Track } from './asset.ts';
import type { Found } from './mediaFile.ts';
import { opaqueId } from './opaqueId.ts';

/** Most pixels of a resolution tier, by Mux's pricing page. */
const TIERS = [
  ['720p', 921_600],
  ['1080p', 2_073_600],
  ['1440p', 4_194_304],
] as const;

/** Most lines of what `max_stored_resolution` says. */
const STORED = [
  ['SD', 719],
  ['HD', 1079],
  ['FHD', 1439],
] as const;

/** The attributes of an asset that follow from what is in its file. */
export function assetFacts({ duration, video }: Found): Partial<Asset> {
  if (!video) return { duration, resolution_tier: 'audio-only', max_stored_resolution: 'Audio only' };
  const { width, height, frameRate } = video;
  const divisor = greatestDivisor(width, height);
  return {
    duration,
    aspect_ratio: `${width / divisor}:${height / divisor}`,
    resolution_tier: TIERS.find(([, pixels]) => width * height <= pixels)?.[0] ?? '2160p',
    max_stored_resolution: STORED.find(([, lines]) => Math.min(width, height) <= lines)?.[0] ?? 'UHD',
    max_stored_frame_rate: frameRate,
  };
}

/** The tracks of picture and sound found in a file. */
export function mediaTracks({ video, audio }: Found): Track[] {
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
