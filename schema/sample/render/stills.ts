import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { type Figure, FULL_SIZE } from './figure.ts';

/** Seconds between stills. */
const INTERVAL = 1;
/** The animated preview. */
const PREVIEW = { seconds: 3, fps: 12, width: 480, height: 270 };
/** The widths it may have: where fine texture moves throughout, only a smaller one keeps within the limit. */
const PREVIEW_WIDTHS = [480, 240];
/** Qualities, best first, and the bytes that all stills and the preview may take: the best that fits is taken. */
const STILL_QUALITIES = [58, 53, 48, 43, 38, 33, 28, 24, 20];
const STILLS_LIMIT = 270_000;
const PREVIEW_QUALITIES = [72, 66, 60, 54, 48, 42, 36, 28, 20];
const PREVIEW_LIMIT = 195_000;

/** Keeps what is needed of the frames as they are drawn. */
interface StillKeeper {
  /** Looks at frame k (8-bit RGB in full size). */
  keep(frame: number, pixels: Uint8Array): Promise<void>;
  /** Writes the animated preview and `stills.json`. */
  finish(): Promise<void>;
}

/**
 * Makes the stills of a film (`stills/00.avif`, one a second from the start), its animated preview
 * (`animated.webp`), and `stills.json`, which tells of both. Stills are AVIF with colour in full: WebP halves its
 * resolution, which thin coloured lines on a ground of another hue do not bear, and takes twice the bytes.
 * @param folder the asset's folder
 */
export async function stillKeeper(figure: Figure, folder: string): Promise<StillKeeper> {
  const { width, height } = FULL_SIZE;
  await rm(join(folder, 'stills'), { recursive: true, force: true });
  await mkdir(join(folder, 'stills'), { recursive: true });
  const wanted = Array.from({ length: PREVIEW.seconds * PREVIEW.fps }, (_, i) =>
    Math.round((figure.preview + i / PREVIEW.fps) * figure.fps),
  );
  const stills: Buffer[] = [];
  const previews: Buffer[] = [];
  const keep = async (frame: number, pixels: Uint8Array) => {
    const picture = () => sharp(pixels, { raw: { width, height, channels: 3 } });
    if (frame % (INTERVAL * figure.fps) === 0)
      stills.push(await picture().png({ compressionLevel: 2 }).toBuffer());
    if (wanted.includes(frame))
      previews.push(await picture().resize(PREVIEW.width, PREVIEW.height).png().toBuffer());
  };
  const finish = async () => {
    const encoded = await bestWithin(STILLS_LIMIT, STILL_QUALITIES, (quality) =>
      Promise.all(stills.map((still) => sharp(still).avif({ quality, effort: 3 }).toBuffer())),
    );
    for (const [i, still] of encoded.entries())
      await writeFile(join(folder, 'stills', `${String(i).padStart(2, '0')}.avif`), still);
    const { moving, width: wide } = await preview(previews);
    await writeFile(join(folder, 'animated.webp'), moving);
    const animated = { start: figure.preview, fps: PREVIEW.fps, width: wide };
    const told = { interval: INTERVAL, count: stills.length, ...FULL_SIZE, animated };
    await writeFile(join(folder, 'stills.json'), `${JSON.stringify(told)}\n`);
  };
  return { keep, finish };
}

/** The moving preview at the largest width at which it keeps within its limit. */
async function preview(frames: readonly Buffer[]): Promise<{ moving: Buffer; width: number }> {
  for (const [i, width] of PREVIEW_WIDTHS.entries()) {
    const sized = await Promise.all(frames.map((frame) => sharp(frame).resize(width).png().toBuffer()));
    try {
      const [moving] = await bestWithin(PREVIEW_LIMIT, PREVIEW_QUALITIES, async (quality) => [
        await animate(sized, quality),
      ]);
      return { moving: moving!, width };
    } catch (error) {
      if (i === PREVIEW_WIDTHS.length - 1) throw error;
    }
  }
  throw new Error('expected at least one width for the moving preview');
}

function animate(frames: readonly Buffer[], quality: number): Promise<Buffer> {
  const delay = frames.map(() => Math.round(1000 / PREVIEW.fps));
  return sharp([...frames], { join: { animated: true } })
    .webp({ quality, effort: 4, loop: 0, delay })
    .toBuffer();
}

/** The files at the best quality at which they keep within a limit; a lower quality never makes larger files. */
async function bestWithin(
  limit: number,
  qualities: readonly number[],
  make: (quality: number) => Promise<Buffer[]>,
): Promise<Buffer[]> {
  let best: Buffer[] | undefined;
  let [low, high] = [0, qualities.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const made = await make(qualities[middle]!);
    const fits = made.reduce((sum, file) => sum + file.length, 0) <= limit;
    if (fits) best = made;
    if (fits) high = middle;
    else low = middle + 1;
  }
  if (!best)
    throw new Error(`expected pictures within ${limit} bytes at some quality; draw with less detail`);
  return best;
}
