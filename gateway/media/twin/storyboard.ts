import sharp from 'sharp';
import type { Asset } from './asset.ts';
import { type MediaLibrary, type Stills, stillAt } from './library.ts';
import { numberOption, type Options } from './option.ts';
import { encoded, LARGEST_SIDE } from './thumbnail.ts';

/** The options of a storyboard; `format` is of its WebVTT and JSON alone. */
export const STORYBOARD_OPTIONS = ['width', 'format'] as const;

/** Mux's guide "Create timeline hover previews": 50 tiles below 15 minutes, 100 from there on. */
const LONG_SECONDS = 15 * 60;
const TILES = { short: 50, long: 100 };
const COLUMNS = { short: 5, long: 10 };
/** Pixels; the width follows from the picture's shape. */
const TILE_HEIGHT = 160;

/** Where each tile lies in the picture, and when it is shown. */
export interface StoryboardLayout {
  tileWidth: number;
  tileHeight: number;
  columns: number;
  rows: number;
  /** Seconds. */
  duration: number;
  /** `start` in seconds, `x` and `y` in pixels. */
  tiles: { start: number; x: number; y: number }[];
}

/** Lays out the tiles of an asset: evenly in time, row by row. */
export function storyboardLayout(asset: Asset, stills: Stills): StoryboardLayout {
  const duration = asset.duration ?? stills.count * stills.interval;
  const length = duration < LONG_SECONDS ? 'short' : 'long';
  const columns = COLUMNS[length];
  const tileWidth = Math.round((TILE_HEIGHT * stills.width) / stills.height / 2) * 2;
  return {
    tileWidth,
    tileHeight: TILE_HEIGHT,
    columns,
    rows: TILES[length] / columns,
    duration,
    tiles: Array.from({ length: TILES[length] }, (_, i) => ({
      start: (i * duration) / TILES[length],
      x: (i % columns) * tileWidth,
      y: Math.floor(i / columns) * TILE_HEIGHT,
    })),
  };
}

/**
 * Draws all tiles into one picture.
 * @throws ApiError 400 for a width that is wrong or too large
 */
export async function storyboardImage(
  asset: Asset,
  { ext, options, library }: { ext: string; options: Options; library: MediaLibrary },
): Promise<Buffer> {
  const width = numberOption(options, 'width', { min: 1, max: LARGEST_SIDE, integer: true });
  const stills = await library.stills(asset.id);
  const { tileWidth, tileHeight, columns, rows, tiles } = storyboardLayout(asset, stills);
  const shown = tiles.map(({ start }) => stillAt(stills, start));
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
  if (width === undefined) return encoded(board, ext);
  return encoded(sharp(await board.png({ compressionLevel: 0 }).toBuffer()).resize(width), ext);
}

/** The tiles as a WebVTT metadata track: each cue names the picture and a rectangle in it. */
export function storyboardVtt(
  { tiles, duration, tileWidth, tileHeight }: StoryboardLayout,
  url: string,
): string {
  const cues = tiles.map(({ start, x, y }, i) => {
    const end = tiles[i + 1]?.start ?? duration;
    return `${clock(start)} --> ${clock(end)}\n${url}#xywh=${x},${y},${tileWidth},${tileHeight}\n`;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
}

/** The tiles as JSON, in Mux's shape. */
export function storyboardJson(
  { tiles, duration, tileWidth, tileHeight }: StoryboardLayout,
  url: string,
): object {
  return { url, tile_width: tileWidth, tile_height: tileHeight, duration, tiles };
}

function clock(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`;
}
