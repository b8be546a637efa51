import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { notFound } from './apiError.ts';
import type { MadeFiles } from './madeFiles.ts';

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

/** A file that holds a whole film in one resolution, as pixels of the shorter side. */
const ENCODED = /^(\d+)p\.mp4$/;

/**
 * Reads the files of an asset: those made since the start, else `<seedDir>/media/<asset id>/…`. Names that lead
 * elsewhere find nothing.
 */
export class MediaLibrary {
  /** The folder that holds a folder for each asset of the seed. */
  readonly root: string;
  readonly #made: MadeFiles;

  constructor(seedDir: string, made: MadeFiles) {
    this.root = join(seedDir, 'media');
    this.#made = made;
  }

  /** The folder that holds the folder of the asset in which the file is. */
  rootOf(assetId: string, name: string): string {
    return this.#made.has(assetId, name) ? this.#made.root : this.root;
  }

  path(assetId: string, name: string): string {
    return join(this.rootOf(assetId, name), assetId, name);
  }

  /** The encoded file behind a static rendition, e.g. `720p.mp4`; the best there is for `highest`. */
  async encoded(assetId: string, resolution: string): Promise<string | undefined> {
    const seeded = await readdir(join(this.root, assetId)).catch(() => []);
    const names = [...seeded, ...this.#made.names(assetId)].filter((name) => ENCODED.test(name));
    if (resolution !== 'highest') return names.find((name) => name === `${resolution}.mp4`);
    return names.toSorted((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10))[0];
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
    return this.path(assetId, join('stills', `${String(index).padStart(2, '0')}.avif`));
  }
}

/** The index of the nearest still at or before `time` (seconds). */
export function stillAt({ interval, count }: Stills, time: number): number {
  return Math.min(Math.max(0, Math.floor(time / interval + 1e-6)), count - 1);
}
