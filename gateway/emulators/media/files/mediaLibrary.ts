import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { notFound } from '../api/apiError.ts';
import type { GeneratedFiles } from './generatedFiles.ts';

/** Contents of `<media>/<asset id>/stills.json`, which describes the stills beside it. */
export interface Stills {
  /** Seconds between stills; the first is at 0. */
  interval: number;
  count: number;
  width: number;
  height: number;
  /** The pre-rendered preview `animated.webp`: start in seconds, frames per second, width in pixels. */
  animated?: { start: number; fps: number; width: number };
}

/** Returns the duration of an asset in seconds; the duration of its stills while its own is not known. */
export const durationOf = (asset: { readonly duration?: number | undefined }, stills: Stills): number =>
  asset.duration ?? stills.count * stills.interval;

/** Names of files that playback may serve. */
const PLAYABLE = /^[A-Za-z0-9][\w-]*\.(m3u8|mp4|m4a|m4s)$/;

/** The rendition of an asset without a video. */
const AUDIO_RENDITION = 'audio.mp4';

/** A file with the whole video in one resolution, named by the pixels of the shorter side. */
const ENCODED = /^(\d+)p\.mp4$/;

/**
 * Reads the files of an asset: generated files first, then `<seedDir>/media/<asset id>/…`. Names that lead
 * outside the folder are not found.
 */
export class MediaLibrary {
  /** Folder with one folder per seeded asset. */
  readonly root: string;
  readonly #generatedFiles: GeneratedFiles;

  constructor(seedDir: string, generatedFiles: GeneratedFiles) {
    this.root = join(seedDir, 'media');
    this.#generatedFiles = generatedFiles;
  }

  /** Returns the root folder that contains the file of the asset. */
  rootOf(assetId: string, name: string): string {
    return this.#generatedFiles.has(assetId, name) ? this.#generatedFiles.root : this.root;
  }

  path(assetId: string, name: string): string {
    return join(this.rootOf(assetId, name), assetId, name);
  }

  /** Returns the encoded file of a static rendition, e.g. `720p.mp4`; the largest one for `highest`. */
  async encoded(assetId: string, resolution: string): Promise<string | undefined> {
    const seeded = await readdir(join(this.root, assetId)).catch(() => []);
    const names = [...seeded, ...this.#generatedFiles.names(assetId)].filter((name) => ENCODED.test(name));
    if (resolution !== 'highest') return names.find((name) => name === `${resolution}.mp4`);
    return names.toSorted((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10))[0];
  }

  /** Returns the path of an MP4 file with the sound of an asset, if it has any. */
  async withSound(assetId: string): Promise<string | undefined> {
    const name = (await this.encoded(assetId, 'highest')) ?? AUDIO_RENDITION;
    return (await this.playable(assetId, name)) === undefined ? undefined : this.path(assetId, name);
  }

  /** Reads a text file; undefined when it does not exist. */
  async text(assetId: string, name: string): Promise<string | undefined> {
    return readFile(this.path(assetId, name), 'utf8').catch(() => undefined);
  }

  /** Returns the size of a playlist or media file in bytes; undefined when playback may not serve it. */
  async playable(assetId: string, name: string): Promise<number | undefined> {
    if (!PLAYABLE.test(name)) return undefined;
    const file = await stat(this.path(assetId, name)).catch(() => undefined);
    return file?.isFile() ? file.size : undefined;
  }

  /** @throws ApiError 404 when the asset has no stills */
  async stills(assetId: string): Promise<Stills> {
    const text = await this.text(assetId, 'stills.json');
    if (text === undefined) throw notFound('image');
    return JSON.parse(text) as Stills;
  }

  /** Returns the path of the still at `index`, from 0. */
  still(assetId: string, index: number): string {
    return this.path(assetId, join('stills', `${String(index).padStart(2, '0')}.avif`));
  }
}

/** Returns the index of the last still at or before `time` (seconds). */
export function stillAt({ interval, count }: Stills, time: number): number {
  return Math.min(Math.max(0, Math.floor(time / interval + 1e-6)), count - 1);
}
