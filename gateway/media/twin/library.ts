import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { notFound } from './apiError.ts';

/** What `<media>/<asset id>/stills.json` says of the pictures beside it. */
export interface Stills {
  /** Seconds from one still to the next; the first is at 0. */
  interval: number;
  count: number;
  width: number;
  height: number;
  /** The pre-rendered preview `animated.webp`: where it begins in seconds, frames a second, its width. */
  animated?: { start: number; fps: number; width: number };
}

/** Files of one asset that a player may ask for by name. */
const PLAYABLE = /^[A-Za-z0-9][\w-]*\.(m3u8|mp4|m4s)$/;

/** Reads the files of an asset: `<seedDir>/media/<asset id>/…`. Names that lead elsewhere find nothing. */
export class MediaLibrary {
  /** The folder that holds a folder for each asset. */
  readonly root: string;

  constructor(seedDir: string) {
    this.root = join(seedDir, 'media');
  }

  path(assetId: string, name: string): string {
    return join(this.root, assetId, name);
  }

  /** A text file, undefined when the asset has none of that name. */
  async text(assetId: string, name: string): Promise<string | undefined> {
    return readFile(this.path(assetId, name), 'utf8').catch(() => undefined);
  }

  /** The size of a playlist or media file in bytes, undefined when there is none a player may have. */
  async playable(assetId: string, name: string): Promise<number | undefined> {
    if (!PLAYABLE.test(name)) return undefined;
    const file = await stat(this.path(assetId, name)).catch(() => undefined);
    return file?.isFile() ? file.size : undefined;
  }

  /** @throws ApiError 404 when the seed brought no pictures for the asset */
  async stills(assetId: string): Promise<Stills> {
    const text = await this.text(assetId, 'stills.json');
    if (text === undefined) throw notFound('image');
    return JSON.parse(text) as Stills;
  }

  /** The file of the still at `index`, from 0. */
  still(assetId: string, index: number): string {
    return this.path(assetId, join('stills', `${String(index).padStart(2, '0')}.webp`));
  }
}

/** The index of the nearest still at or before `time` (seconds). */
export function stillAt({ interval, count }: Stills, time: number): number {
  return Math.min(Math.max(0, Math.floor(time / interval + 1e-6)), count - 1);
}
