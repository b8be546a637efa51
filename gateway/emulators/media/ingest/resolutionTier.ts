import type { MediaInfo } from '../inputs/mediaFile.ts';

/** Largest shorter side and number of pixels of each value of `max_resolution_tier`. */
const LIMITS: Readonly<Record<string, readonly [lines: number, pixels: number]>> = {
  '1080p': [1080, 2_073_600],
  '1440p': [1440, 4_194_304],
  '2160p': [2160, 8_294_400],
};

/** Returns the metadata that Mux stores: a video above the resolution tier of its asset is reduced to the tier. */
export function withinTier(info: MediaInfo, tier: string): MediaInfo {
  const { video } = info;
  const limit = LIMITS[tier];
  if (!video || !limit) return info;
  const { width, height } = video;
  const [lines, pixels] = limit;
  const scale = Math.min(lines / Math.min(width, height), Math.sqrt(pixels / (width * height)));
  if (scale >= 1) return info;
  return {
    ...info,
    video: { ...video, width: evenPixels(width * scale), height: evenPixels(height * scale) },
  };
}

/** H.264 has even sides. The tolerance covers the rounding error of the square root. */
const evenPixels = (exact: number): number => Math.max(2, 2 * Math.floor(exact / 2 + 1e-6));
