import { readdir } from 'node:fs/promises';
import type { Light, Size } from './canvas/light.ts';

/** A still drawn by the films' own means. Each file of `pictures/` exports some as `pictures`. */
export interface Picture {
  /** Lower case with hyphens, and the name of the image's file. */
  readonly name: string;
  /** Draws it in linear light. */
  draw(): Light;
}

/** The sizes the publication uses. */
export const PORTRAIT: Size = { width: 800, height: 800 };
export const PLATE: Size = { width: 1600, height: 1000 };

/** Every picture of `pictures/`, in the order of the files' names. */
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
