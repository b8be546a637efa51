import { readdir } from 'node:fs/promises';
import type { LinearImage, Size } from '../canvas/linearImage.ts';
import type { Stereo } from './sound/sound.ts';

/** A film: its images, its sound and its metadata. Each file in `films/` exports one as `film`. */
export interface Film {
  /** Lower case with hyphens; equal to the name of its file. */
  readonly name: string;
  readonly title: string;
  /** The creation time of the asset (ISO 8601). */
  readonly createdAt: string;
  /** `public` films play for everyone, `signed` films need a playback token. */
  readonly policy: 'public' | 'signed';
  /** In seconds; a multiple of `segmentDuration`. */
  readonly duration: number;
  readonly fps: number;
  /** The segment length in seconds. Each segment begins with a keyframe. */
  readonly segmentDuration: number;
  /** The constant rate factors of x264 for 1080p, 720p and 360p; a higher factor gives a smaller file. */
  readonly crf: readonly [high: number, middle: number, low: number];
  /** The start of the animated preview in seconds. */
  readonly previewStart: number;
  /** The text tracks; the cues are in `captions/<name>.<language>.vtt`. */
  readonly textTracks: readonly TextTrack[];
  /**
   * Prepares drawing at a size. The returned function draws frame k, counted from 0, and is deterministic. Ascending
   * frames are fastest, because simulations only run forwards. The image is valid until the next call.
   */
  createRenderer(size: Size): (frame: number) => LinearImage;
  /** Returns the sound in the length of the film, before loudness normalization. */
  sound(): Stereo;
}

/** A text track of a film. */
interface TextTrack {
  /** A BCP 47 language tag. */
  readonly language: string;
  /** The display name, e.g. `English (captions)`. */
  readonly label: string;
  /** True if the track also describes sounds, for deaf and hard-of-hearing viewers. */
  readonly isClosedCaptions: boolean;
}

/** The size at which films are rendered. */
export const FULL_SIZE: Size = { width: 1920, height: 1080 };

/** Loads every film in `films/`, sorted by file name. */
export async function loadFilms(): Promise<Film[]> {
  const names = (await readdir(new URL('films/', import.meta.url)))
    .filter((name) => name.endsWith('.ts'))
    .sort();
  const modules = await Promise.all(
    names.map((name) => import(new URL(`films/${name}`, import.meta.url).href)),
  );
  return modules.map((module, i) => {
    if (module.film?.name !== names[i]?.slice(0, -3))
      throw new Error(
        `schema/sample/render/films/${names[i]}: expected an exported "film" named after its file`,
      );
    return module.film as Film;
  });
}
