import { readdir } from 'node:fs/promises';
import type { Light, Size } from './canvas/light.ts';
import type { Stereo } from './sound/sound.ts';

/** A film: its picture, its sound and what is said about it. Each file of `figures/` exports one as `figure`. */
export interface Figure {
  /** Lower case with hyphens, and the name of its file. */
  readonly name: string;
  readonly title: string;
  /** When the asset was made, as ISO 8601. */
  readonly createdAt: string;
  /** Who may play it: everybody, or only holders of a token. */
  readonly policy: 'public' | 'signed';
  /** In seconds: a whole number of segments. */
  readonly duration: number;
  readonly fps: number;
  /** The length of a segment in seconds, each beginning with a keyframe. */
  readonly segment: number;
  /** x264's constant rate factor of the 720p and the 360p rendition: higher is smaller. */
  readonly quality: readonly [high: number, low: number];
  /** Where the animated preview begins, in seconds. */
  readonly preview: number;
  /** The text tracks, whose words are in `captions/<name>.<language>.vtt`. */
  readonly texts: readonly TextTrack[];
  /**
   * Makes ready to draw at a size. The returned function gives frame k, from 0, the same for the same k each
   * time; asked in rising order it is fastest, as simulations only go on. The picture is valid until the next call.
   */
  begin(size: Size): (frame: number) => Light;
  /** The whole sound, as long as the film, before its loudness is set. */
  sound(): Stereo;
}

/** A text track of a film. */
interface TextTrack {
  /** A BCP 47 code. */
  readonly language: string;
  /** For people, e.g. `English (captions)`. */
  readonly label: string;
  /** Whether it also tells what is heard, for those who do not hear. */
  readonly closedCaptions: boolean;
}

/** The size films are made in. */
export const FULL_SIZE: Size = { width: 1280, height: 720 };

/** Every film of `figures/`, in the order of their names. */
export async function loadFigures(): Promise<Figure[]> {
  const names = (await readdir(new URL('figures/', import.meta.url)))
    .filter((name) => name.endsWith('.ts'))
    .sort();
  const modules = await Promise.all(
    names.map((name) => import(new URL(`figures/${name}`, import.meta.url).href)),
  );
  return modules.map((module, i) => {
    if (module.figure?.name !== names[i]?.slice(0, -3))
      throw new Error(
        `schema/sample/render/figures/${names[i]}: expected an exported "figure" named after its file`,
      );
    return module.figure as Figure;
  });
}
