import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { type Figure, FULL_SIZE } from './figure.ts';

/** Seconds between stills, and their WebP quality. */
const INTERVAL = 1;
const STILL_QUALITY = 66;
/** The animated preview: the first of the qualities that keeps it within the limit (bytes) is taken. */
const PREVIEW = { seconds: 3, fps: 12, width: 480, height: 270, qualities: [60, 48, 38, 28, 18], limit: 195_000 };

/** Keeps what is needed of the frames as they are drawn. */
export interface StillKeeper {
  /** Looks at frame k (8-bit RGB in full size). */
  keep(frame: number, pixels: Uint8Array): Promise<void>;
  /** Writes the animated preview and `stills.json`. */
  finish(): Promise<void>;
}

/**
 * Makes the stills of a film (`stills/00.webp`, one a second from the start), its animated preview
 * (`animated.webp`), and `stills.json`, which tells of both.
 * @param folder the asset's folder
 */
export async function stillKeeper(figure: Figure, folder: string): Promise<StillKeeper> {
  const { width, height } = FULL_SIZE;
  await rm(join(folder, 'stills'), { recursive: true, force: true });
  await mkdir(join(folder, 'stills'), { recursive: true });
  const wanted = Array.from({ length: PREVIEW.seconds * PREVIEW.fps }, (_, i) =>
    Math.round((figure.preview + i / PREVIEW.fps) * figure.fps),
  );
  const previews: Buffer[] = [];
  let count = 0;
  const keep = async (frame: number, pixels: Uint8Array) => {
    const picture = () => sharp(pixels, { raw: { width, height, channels: 3 } });
    if (frame % (INTERVAL * figure.fps) === 0) {
      const name = `${String(count++).padStart(2, '0')}.webp`;
      await picture()
        .webp({ quality: STILL_QUALITY, effort: 6 })
        .toFile(join(folder, 'stills', name));
    }
    if (wanted.includes(frame))
      previews.push(await picture().resize(PREVIEW.width, PREVIEW.height).png().toBuffer());
  };
  const finish = async () => {
    await writeFile(join(folder, 'animated.webp'), await animate(previews));
    const animated = { start: figure.preview, fps: PREVIEW.fps, width: PREVIEW.width };
    const told = { interval: INTERVAL, count, ...FULL_SIZE, animated };
    await writeFile(join(folder, 'stills.json'), `${JSON.stringify(told)}\n`);
  };
  return { keep, finish };
}

async function animate(frames: readonly Buffer[]): Promise<Buffer> {
  const delay = frames.map(() => Math.round(1000 / PREVIEW.fps));
  const joined = sharp([...frames], { join: { animated: true } });
  for (const quality of PREVIEW.qualities) {
    const bytes = await joined.clone().webp({ quality, effort: 6, loop: 0, delay }).toBuffer();
    if (bytes.length <= PREVIEW.limit) return bytes;
  }
  throw new Error(`expected the animated preview within ${PREVIEW.limit} bytes at some quality: begin it elsewhere`);
}
