import sharp from 'sharp';
import type { GeneratedFiles } from '../files/generatedFiles.ts';
import type { Stills } from '../files/mediaLibrary.ts';
import type { MediaInfo } from '../inputs/mediaFile.ts';

/** Longer side of a still. */
const LONGER_SIDE_PIXELS = 640;
/** A storyboard of a short video has as many tiles. */
const MAX_STILLS = 50;

/**
 * Draws placeholder stills for an uploaded video, because the emulator has no decoder. Each still is grey,
 * has the aspect ratio of the video and shows its time as text and as a progress bar, so that stills of
 * different times differ. Audio files have no stills.
 */
export async function drawPlaceholderStills(
  assetId: string,
  info: MediaInfo,
  generatedFiles: GeneratedFiles,
): Promise<void> {
  const { video, duration } = info;
  if (!video) return;
  const scale = LONGER_SIDE_PIXELS / Math.max(video.width, video.height);
  const [width, height] = [video.width, video.height].map((side) => Math.max(2, Math.round(side * scale)));
  const count = Math.min(MAX_STILLS, Math.max(1, Math.ceil(duration)));
  const stills = { interval: duration / count, count, width, height } as Stills;
  for (let i = 0; i < count; i++)
    await generatedFiles.write(
      assetId,
      `stills/${String(i).padStart(2, '0')}.avif`,
      await sharp(Buffer.from(stillSvg(stills, i)))
        .avif({ quality: 60, effort: 0 })
        .toBuffer(),
    );
  await generatedFiles.write(assetId, 'stills.json', JSON.stringify(stills));
}

function stillSvg({ interval, count, width, height }: Stills, index: number): string {
  const seconds = Math.floor(index * interval);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const bar = Math.max(2, Math.round(height / 40));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#3d4247"/>
    <text x="50%" y="54%" fill="#c9ced3" font-family="sans-serif" font-size="${Math.round(height / 6)}" text-anchor="middle">${clock}</text>
    <rect y="${height - bar}" width="100%" height="${bar}" fill="#2a2e32"/>
    <rect y="${height - bar}" width="${Math.round((width * (index + 1)) / count)}" height="${bar}" fill="#9aa3ab"/>
  </svg>`;
}
