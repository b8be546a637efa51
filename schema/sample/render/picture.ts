import { readdir } from 'node:fs/promises';
import type { LinearImage, Size } from '../canvas/linearImage.ts';
import { type Film, loadFilms } from './film.ts';

/**
 * A still image from the same renderer as the films. Each file in `pictures/` exports an array of them as `pictures`.
 */
export interface Picture {
  /** Lower case with hyphens; the name of the image file. */
  readonly name: string;
  /** Draws the picture in linear light. */
  draw(): LinearImage;
}

/** The sizes of portraits, of article covers and of the posters of films. */
export const PORTRAIT: Size = { width: 800, height: 800 };
export const PLATE: Size = { width: 1600, height: 1000 };
const POSTER: Size = { width: 2560, height: 1440 };

/** Loads every picture in `pictures/`, sorted by file name, and the posters of all films. */
export async function loadPictures(): Promise<Picture[]> {
  const names = (await readdir(new URL('pictures/', import.meta.url)))
    .filter((name) => name.endsWith('.ts'))
    .sort();
  const modules = await Promise.all(
    names.map((name) => import(new URL(`pictures/${name}`, import.meta.url).href)),
  );
  const drawn = modules.flatMap((module, i) => {
    if (!Array.isArray(module.pictures))
      throw new Error(`schema/sample/render/pictures/${names[i]}: expected an exported list "pictures"`);
    return module.pictures as Picture[];
  });
  return [...drawn, ...(await loadFilms()).map(posterOf)];
}

/** Returns the poster of a film: the frame in the middle, which is also the still of its video, in large size. */
function posterOf({ name, duration, fps, createRenderer }: Film): Picture {
  const middleFrame = Math.floor(duration / 2) * fps;
  return { name: `film-${name}`, draw: () => createRenderer(POSTER)(middleFrame) };
}
