import sharp from 'sharp';
import { invalid } from './apiError.ts';
import type { Asset } from './asset.ts';
import { type MediaLibrary, type Stills, stillAt } from './library.ts';
import { numberOption, type Options } from './option.ts';

/** The options of an animated image, by Mux's guide "Get images from a video", with its limits. */
export const ANIMATED_OPTIONS = ['start', 'end', 'width', 'height', 'fps'] as const;

const LARGEST_SIDE = 640;
const DEFAULT_WIDTH = 320;
const DEFAULT_SECONDS = 5;
const LONGEST_SECONDS = 10;
const SHORTEST_SECONDS = 0.25;
const DEFAULT_FPS = 15;
const MOST_FPS = 30;

/** A frame as it will be shown: where it comes from, and for how many milliseconds. */
interface Shot {
  from: 'preview' | 'still';
  index: number;
  ms: number;
}

/**
 * Draws a moving picture from `start` to `end`. Where the seed has its pre-rendered preview the frames are
 * those, elsewhere the stills; frames that repeat become one that stays longer.
 * @throws ApiError 400 for an option that is wrong or beyond the provider's limits
 */
export async function animatedImage(
  asset: Asset,
  { ext, options, library }: { ext: string; options: Options; library: MediaLibrary },
): Promise<Buffer> {
  const stills = await library.stills(asset.id);
  const duration = asset.duration ?? stills.count * stills.interval;
  const { start, end } = span(options, duration);
  const fps = numberOption(options, 'fps', { min: 1, max: MOST_FPS }) ?? DEFAULT_FPS;
  const { width, height } = size(options, stills);

  const preview = stills.animated && (await frames(library.path(asset.id, 'animated.webp')));
  const shots = plan({ start, end, fps }, stills, preview?.pages.length ?? 0);
  const drawn = await Promise.all(
    shots.map(({ from, index }) => {
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
  const timing = { delay: shots.map(({ ms }) => ms), loop: 0 };
  return ext === 'gif' ? strip.gif(timing).toBuffer() : strip.webp({ ...timing, quality: 70 }).toBuffer();
}

function span(options: Options, duration: number): { start: number; end: number } {
  const start = numberOption(options, 'start', { min: 0, max: Number.MAX_SAFE_INTEGER }) ?? 0;
  const wanted = numberOption(options, 'end', { min: 0, max: Number.MAX_SAFE_INTEGER });
  const end = Math.min(wanted ?? start + DEFAULT_SECONDS, duration);
  const seconds = (wanted ?? end) - start;
  if (seconds > LONGEST_SECONDS)
    throw invalid(`end must be at most ${LONGEST_SECONDS} seconds after start, got ${seconds}`);
  if (end - start < SHORTEST_SECONDS - 1e-6)
    throw invalid(
      `end must be at least ${SHORTEST_SECONDS} seconds after start and both within ${duration} seconds`,
    );
  return { start, end };
}

function size(options: Options, { width: across, height: down }: Stills): { width: number; height: number } {
  const side = { min: 1, max: LARGEST_SIDE, integer: true };
  const width = numberOption(options, 'width', side);
  const height = numberOption(options, 'height', side);
  if (width === undefined && height !== undefined)
    return { width: Math.max(1, Math.round((height * across) / down)), height };
  const chosen = width ?? DEFAULT_WIDTH;
  return { width: chosen, height: height ?? Math.max(1, Math.round((chosen * down) / across)) };
}

/** The frames to show, one for each run of equal ones. */
function plan(
  { start, end, fps }: { start: number; end: number; fps: number },
  stills: Stills,
  previewFrames: number,
): Shot[] {
  const shots: Shot[] = [];
  const count = Math.max(1, Math.round((end - start) * fps));
  for (let i = 0; i < count; i++) {
    const time = start + i / fps;
    const { start: from = 0, fps: rate = 1 } = stills.animated ?? {};
    const at = Math.floor((time - from) * rate + 1e-6);
    const shot: Omit<Shot, 'ms'> =
      at >= 0 && at < previewFrames
        ? { from: 'preview', index: at }
        : { from: 'still', index: stillAt(stills, time) };
    const last = shots.at(-1);
    const ms = Math.round(((i + 1) * 1000) / fps) - Math.round((i * 1000) / fps);
    if (last && last.from === shot.from && last.index === shot.index) last.ms += ms;
    else shots.push({ ...shot, ms });
  }
  return shots;
}

/** The frames of an animated file as raw RGB; undefined when there is no such file. */
async function frames(
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
