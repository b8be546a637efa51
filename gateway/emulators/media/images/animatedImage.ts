import sharp from 'sharp';
import { invalidParameters } from '../api/apiError.ts';
import type { Asset } from '../assets/asset.ts';
import { durationOf, type MediaLibrary, type Stills, stillAt } from '../files/mediaLibrary.ts';
import { numberOption, type UrlOptions } from '../playback/urlOptions.ts';
import { checkTime } from './thumbnail.ts';

/** Options of an animated image, from Mux's guide "Get images from a video", with its limits. */
export const ANIMATED_OPTIONS = ['start', 'end', 'width', 'height', 'fps'] as const;

/** Largest side of a frame. A larger requested side is rejected, a larger derived side is reduced. */
export const MAX_ANIMATED_SIDE_PIXELS = 640;
const DEFAULT_WIDTH_PIXELS = 320;
const DEFAULT_DURATION_SECONDS = 5;
const MAX_DURATION_SECONDS = 10;
const MIN_DURATION_SECONDS = 0.25;
const DEFAULT_FPS = 15;
const MAX_FPS = 30;

/** A frame with its source and its duration in milliseconds. */
interface Frame {
  from: 'preview' | 'still';
  index: number;
  ms: number;
}

/**
 * Draws an animated image from `start` to `end`. It uses the frames of the pre-rendered preview where
 * available, otherwise stills; repeated frames are merged into a longer one.
 * @throws ApiError 400 for an invalid option
 */
export async function animatedImage(
  asset: Asset,
  { ext, options, library }: { ext: string; options: UrlOptions; library: MediaLibrary },
): Promise<Buffer> {
  const stills = await library.stills(asset.id);
  const duration = durationOf(asset, stills);
  const { start, end } = readTimeRange(options, duration);
  const fps = numberOption(options, 'fps', { min: 1, max: MAX_FPS }) ?? DEFAULT_FPS;
  const { width, height } = readSize(options, stills);

  const preview = stills.animated && (await readFrames(library.path(asset.id, 'animated.webp')));
  const frames = planFrames({ start, end, fps }, stills, preview?.pages.length ?? 0);
  const drawn = await Promise.all(
    frames.map(({ from, index }) => {
      const picture =
        from === 'preview' && preview
          ? sharp(preview.pages[index], { raw: { ...preview.size, channels: 3 } })
          : sharp(library.still(asset.id, index));
      return picture.resize(width, height, { fit: 'fill' }).removeAlpha().raw().toBuffer();
    }),
  );
  const strip = sharp(Buffer.concat(drawn), {
    raw: { width, height: height * drawn.length, channels: 3, pageHeight: height },
  });
  const timing = { delay: frames.map(({ ms }) => ms), loop: 0 };
  return ext === 'gif' ? strip.gif(timing).toBuffer() : strip.webp({ ...timing, quality: 70 }).toBuffer();
}

function readTimeRange(options: UrlOptions, duration: number): { start: number; end: number } {
  const start = numberOption(options, 'start', { min: 0, max: Number.MAX_SAFE_INTEGER }) ?? 0;
  checkTime('start', start, duration);
  const requestedEnd = numberOption(options, 'end', { min: 0, max: Number.MAX_SAFE_INTEGER });
  const end = Math.min(requestedEnd ?? start + DEFAULT_DURATION_SECONDS, duration);
  const seconds = (requestedEnd ?? end) - start;
  if (seconds > MAX_DURATION_SECONDS)
    throw invalidParameters(
      `end must be at most ${MAX_DURATION_SECONDS} seconds after start, got ${seconds}`,
    );
  if (end - start < MIN_DURATION_SECONDS - 1e-6)
    throw invalidParameters(
      `end must be at least ${MIN_DURATION_SECONDS} seconds after start and both within ${duration} seconds`,
    );
  return { start, end };
}

function readSize(
  options: UrlOptions,
  { width: stillWidth, height: stillHeight }: Stills,
): { width: number; height: number } {
  const side = { min: 1, max: MAX_ANIMATED_SIDE_PIXELS, integer: true };
  const width = numberOption(options, 'width', side);
  const height = numberOption(options, 'height', side);
  if (width === undefined && height !== undefined)
    return { width: sidePixels((height * stillWidth) / stillHeight), height };
  const chosen = width ?? DEFAULT_WIDTH_PIXELS;
  return { width: chosen, height: height ?? sidePixels((chosen * stillHeight) / stillWidth) };
}

/** Returns the whole number of pixels of a side that follows from the other one. */
const sidePixels = (exact: number): number =>
  Math.min(Math.max(Math.round(exact), 1), MAX_ANIMATED_SIDE_PIXELS);

/** Returns the frames, one for each run of equal frames. */
function planFrames(
  { start, end, fps }: { start: number; end: number; fps: number },
  stills: Stills,
  previewFrames: number,
): Frame[] {
  const frames: Frame[] = [];
  const count = Math.max(1, Math.round((end - start) * fps));
  for (let i = 0; i < count; i++) {
    const time = start + i / fps;
    const { start: from = 0, fps: rate = 1 } = stills.animated ?? {};
    const at = Math.floor((time - from) * rate + 1e-6);
    const frame: Omit<Frame, 'ms'> =
      at >= 0 && at < previewFrames
        ? { from: 'preview', index: at }
        : { from: 'still', index: stillAt(stills, time) };
    const last = frames.at(-1);
    const ms = Math.round(((i + 1) * 1000) / fps) - Math.round((i * 1000) / fps);
    if (last && last.from === frame.from && last.index === frame.index) last.ms += ms;
    else frames.push({ ...frame, ms });
  }
  return frames;
}

/** Reads the frames of an animated file as raw RGB; undefined when the file does not exist. */
async function readFrames(
  path: string,
): Promise<{ pages: Buffer[]; size: { width: number; height: number } } | undefined> {
  const source = sharp(path, { pages: -1 });
  const metadata = await source.metadata().catch(() => undefined);
  if (!metadata) return undefined;
  const { data, info } = await source.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const height = metadata.pageHeight ?? info.height;
  const bytes = info.width * height * info.channels;
  const pages = Array.from({ length: info.height / height }, (_, i) =>
    data.subarray(i * bytes, (i + 1) * bytes),
  );
  return { pages, size: { width: info.width, height } };
}
