import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { type Film, FULL_SIZE } from './film.ts';

/** Seconds between stills. */
const INTERVAL_SECONDS = 1;
/** The animated preview. */
const PREVIEW = { seconds: 3, fps: 12, width: 480, height: 270 };
/** The possible widths of the preview; fine moving texture fits the limit only at the smaller one. */
const PREVIEW_WIDTHS = [320, 240];
/**
 * Qualities, best first, and the limits in bytes of all stills and of the preview. The best quality that fits is used.
 */
const STILL_QUALITIES = [58, 53, 48, 43, 38, 33, 28, 24, 20];
const MAX_STILLS_BYTES = 430_000;
const PREVIEW_QUALITIES = [72, 66, 60, 54, 48, 42, 36, 28, 20];
const MAX_PREVIEW_BYTES = 195_000;

/** Collects the frames that the stills and the preview need. */
interface StillWriter {
  /** Receives frame k (8-bit RGB in full size). */
  addFrame(frame: number, pixels: Uint8Array): Promise<void>;
  /** Writes the stills, the animated preview and `stills.json`. */
  finish(): Promise<void>;
}

/**
 * Starts the stills of a film (`stills/00.avif`, one per second), its animated preview (`animated.webp`), and their
 * description in `stills.json`. Stills are AVIF with full chroma resolution: WebP halves it, which blurs thin coloured
 * lines, and takes twice the bytes.
 * @param folder the folder of the asset
 */
export async function createStillWriter(film: Film, folder: string): Promise<StillWriter> {
  const { width, height } = FULL_SIZE;
  await rm(join(folder, 'stills'), { recursive: true, force: true });
  await mkdir(join(folder, 'stills'), { recursive: true });
  const previewFrames = Array.from({ length: PREVIEW.seconds * PREVIEW.fps }, (_, i) =>
    Math.round((film.previewStart + i / PREVIEW.fps) * film.fps),
  );
  const stills: Buffer[] = [];
  const previews: Buffer[] = [];
  const addFrame = async (frame: number, pixels: Uint8Array) => {
    const image = () => sharp(pixels, { raw: { width, height, channels: 3 } });
    if (frame % (INTERVAL_SECONDS * film.fps) === 0)
      stills.push(await image().png({ compressionLevel: 2 }).toBuffer());
    if (previewFrames.includes(frame))
      previews.push(await image().resize(PREVIEW.width, PREVIEW.height).png().toBuffer());
  };
  const finish = async () => {
    const encoded = await bestWithin(MAX_STILLS_BYTES, STILL_QUALITIES, (quality) =>
      Promise.all(stills.map((still) => sharp(still).avif({ quality, effort: 3 }).toBuffer())),
    );
    for (const [i, still] of encoded.entries())
      await writeFile(join(folder, 'stills', `${String(i).padStart(2, '0')}.avif`), still);
    const { animation, width: previewWidth } = await encodePreview(previews);
    await writeFile(join(folder, 'animated.webp'), animation);
    const animated = { start: film.previewStart, fps: PREVIEW.fps, width: previewWidth };
    const description = { interval: INTERVAL_SECONDS, count: stills.length, ...FULL_SIZE, animated };
    await writeFile(join(folder, 'stills.json'), `${JSON.stringify(description)}\n`);
  };
  return { addFrame, finish };
}

/** Returns the animated preview at the greatest width that fits the limit. */
async function encodePreview(frames: readonly Buffer[]): Promise<{ animation: Buffer; width: number }> {
  for (const [i, width] of PREVIEW_WIDTHS.entries()) {
    const resized = await Promise.all(frames.map((frame) => sharp(frame).resize(width).png().toBuffer()));
    try {
      const [animation] = await bestWithin(MAX_PREVIEW_BYTES, PREVIEW_QUALITIES, async (quality) => [
        await animate(resized, quality),
      ]);
      return { animation: animation!, width };
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

/**
 * Returns the files at the best quality that fits the limit, by binary search: a lower quality never makes larger
 * files.
 */
async function bestWithin(
  maxBytes: number,
  qualities: readonly number[],
  make: (quality: number) => Promise<Buffer[]>,
): Promise<Buffer[]> {
  let best: Buffer[] | undefined;
  let [low, high] = [0, qualities.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const files = await make(qualities[middle]!);
    const fits = files.reduce((sum, file) => sum + file.length, 0) <= maxBytes;
    if (fits) best = files;
    if (fits) high = middle;
    else low = middle + 1;
  }
  if (!best)
    throw new Error(`expected pictures within ${maxBytes} bytes at some quality; draw with less detail`);
  return best;
}
