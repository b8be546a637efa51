import sharp from 'sharp';
import type { Asset } from '../assets/asset.ts';
import { durationOf, type MediaLibrary, type Stills, stillAt } from '../files/mediaLibrary.ts';
import { formatTimestamp } from '../files/timestamp.ts';
import { CLIP_OPTIONS, readClip } from '../playback/clip.ts';
import { numberOption, type UrlOptions } from '../playback/urlOptions.ts';
import { encodeImage, MAX_SIDE_PIXELS } from './thumbnail.ts';

/** Options of a storyboard; `format` applies to its WebVTT and JSON only. */
export const STORYBOARD_OPTIONS = ['width', 'format', ...CLIP_OPTIONS] as const;

/** Mux's guide "Create timeline hover previews": 50 tiles for less than 15 minutes, otherwise 100. */
const LONG_VIDEO_SECONDS = 15 * 60;
const TILES = { short: 50, long: 100 };
const COLUMNS = { short: 5, long: 10 };
/** The width follows from the aspect ratio of the video, within these limits. */
const TILE_HEIGHT_PIXELS = 160;
const MIN_TILE_WIDTH_PIXELS = 2;
const MAX_TILE_WIDTH_PIXELS = 1024;

/** Positions of the tiles in the image and on the timeline. */
export interface StoryboardLayout {
  tileWidth: number;
  tileHeight: number;
  columns: number;
  rows: number;
  /** Seconds. */
  duration: number;
  /** Start of the clip in the asset, in seconds. */
  offset: number;
  /** `start` in seconds, `x` and `y` in pixels. */
  tiles: { start: number; x: number; y: number }[];
}

/** Lays out the tiles of an asset or of its clip: evenly in time, row by row. */
export function storyboardLayout(asset: Asset, stills: Stills, options: UrlOptions = {}): StoryboardLayout {
  const whole = durationOf(asset, stills);
  const { start: offset, end } = readClip(options, whole) ?? { start: 0, end: whole };
  const duration = end - offset;
  const length = duration < LONG_VIDEO_SECONDS ? 'short' : 'long';
  const columns = COLUMNS[length];
  const unlimitedWidth = Math.round((TILE_HEIGHT_PIXELS * stills.width) / stills.height / 2) * 2;
  const tileWidth = Math.min(Math.max(unlimitedWidth, MIN_TILE_WIDTH_PIXELS), MAX_TILE_WIDTH_PIXELS);
  return {
    tileWidth,
    tileHeight: TILE_HEIGHT_PIXELS,
    columns,
    rows: TILES[length] / columns,
    duration,
    offset,
    tiles: Array.from({ length: TILES[length] }, (_, i) => ({
      start: (i * duration) / TILES[length],
      x: (i % columns) * tileWidth,
      y: Math.floor(i / columns) * TILE_HEIGHT_PIXELS,
    })),
  };
}

/** Draws all tiles into one image. @throws ApiError 400 for an invalid width */
export async function storyboardImage(
  asset: Asset,
  { ext, options, library }: { ext: string; options: UrlOptions; library: MediaLibrary },
): Promise<Buffer> {
  const width = numberOption(options, 'width', { min: 1, max: MAX_SIDE_PIXELS, integer: true });
  const stills = await library.stills(asset.id);
  const { tileWidth, tileHeight, columns, rows, offset, tiles } = storyboardLayout(asset, stills, options);
  const shown = tiles.map(({ start }) => stillAt(stills, offset + start));
  const drawn = new Map<number, Buffer>();
  for (const index of new Set(shown))
    drawn.set(
      index,
      await sharp(library.still(asset.id, index))
        .resize(tileWidth, tileHeight, { fit: 'fill' })
        .removeAlpha()
        .raw()
        .toBuffer(),
    );
  const board = sharp({
    create: { width: columns * tileWidth, height: rows * tileHeight, channels: 3, background: 'black' },
  }).composite(
    tiles.map(({ x, y }, i) => ({
      input: drawn.get(shown[i] as number) as Buffer,
      raw: { width: tileWidth, height: tileHeight, channels: 3 },
      left: x,
      top: y,
    })),
  );
  if (width === undefined) return encodeImage(board, ext);
  const resized = sharp(await board.png({ compressionLevel: 0 }).toBuffer()).resize(width, MAX_SIDE_PIXELS, {
    fit: 'inside',
  });
  return encodeImage(resized, ext);
}

/** Builds a WebVTT metadata track whose cues refer to rectangles of the image. */
export function storyboardVtt(
  { tiles, duration, tileWidth, tileHeight }: StoryboardLayout,
  url: string,
): string {
  const cues = tiles.map(({ start, x, y }, i) => {
    const end = tiles[i + 1]?.start ?? duration;
    return `${formatTimestamp(start)} --> ${formatTimestamp(end)}\n${url}#xywh=${x},${y},${tileWidth},${tileHeight}\n`;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
}

/** Builds the storyboard as JSON in Mux's format. */
export function storyboardJson(
  { tiles, duration, tileWidth, tileHeight }: StoryboardLayout,
  url: string,
): object {
  return { url, tile_width: tileWidth, tile_height: tileHeight, duration, tiles };
}
