import { readdir } from 'node:fs/promises';
import type { LinearImage, Size } from '../canvas/linearImage.ts';

/**
 * A still image from the same renderer as the films. Each file in `pictures/` exports an array of them as `pictures`.
 */
export interface Picture {
  /** Lower case with hyphens; the name of the image file. */
  readonly name: string;
  /** Draws the picture in linear light. */
  draw(): LinearImage;
}

/** The sizes of portraits and of article covers. */
export const PORTRAIT: Size = { width: 800, height: 800 };
export const PLATE: Size = { width: 1600, height: 1000 };

/** Loads every picture in `pictures/`, sorted by file name. */
export async function loadPictures(): Promise<Picture[]> {
  const names = (await readdir(new URL('pictures/', import.meta.url)))
    .filter((name) => name.endsWith('.ts'))
    .sort();
  const modules = await Promise.all(
    names.map((name) => import(new URL(`pictures/${name}`, import.meta.url).href)),
  );
  return modules.flatMap((module, i) => {
    if (!Array.isArray(module.pictures))
      throw new Error(`schema/sample/render/pictures/${names[i]}: expected an exported list "pictures"`);
    return module.pictures as Picture[];
  });
}
