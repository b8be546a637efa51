import sharp from 'sharp';
import type { Stills } from './library.ts';
import type { MadeFiles } from './madeFiles.ts';
import type { Found } from './mediaFile.ts';

/** Pixels of the longer side. */
const SIDE = 640;
/** A storyboard of a short film has no more tiles. */
const MOST_STILLS = 50;

/**
 * Draws stand-ins for an uploaded film's stills: there is no decoder here to look into it. Each is grey, as wide and
 * high as the film's shape, and shows its time in figures and as the share of a bar, so that what a player shows at
 * a time can still be told from what it shows at another. Sound alone has none.
 */
export async function drawNeutralStills(assetId: string, found: Found, made: MadeFiles): Promise<void> {
  const { video, duration } = found;
  if (!video) return;
  const scale = SIDE / Math.max(video.width, video.height);
  const [width, height] = [video.width, video.height].map((side) => Math.max(2, Math.round(side * scale)));
  const count = Math.min(MOST_STILLS, Math.max(1, Math.ceil(duration)));
  const stills = { interval: duration / count, count, width, height } as Stills;
  for (let i = 0; i < count; i++)
    await made.write(
      assetId,
      `stills/${String(i).padStart(2, '0')}.avif`,
      await sharp(Buffer.from(picture(stills, i)))
        .avif({ quality: 60, effort: 0 })
        .toBuffer(),
    );
  await made.write(assetId, 'stills.json', JSON.stringify(stills));
}

function picture({ interval, count, width, height }: Stills, index: number): string {
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
