import { escapeUTF8 } from 'entities/escape';
import { addressOf } from '../../components/paths.ts';

/** The size of a frame in CSS pixels. */
export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

const DEFAULT_ASPECT_RATIO = 16 / 9;

/** Reads `16:9` and the like as width divided by height; 16:9 where nothing is known. */
export const parseAspectRatio = (ratio: string | null | undefined): number => {
  const [width, height] = (ratio ?? '').split(':').map(Number);
  return width && height ? width / height : DEFAULT_ASPECT_RATIO;
};

/** The largest frame of an aspect ratio that fits into these bounds, in whole pixels and at least one. */
export const fitFrame = (
  aspectRatio: number,
  { width, height = Number.POSITIVE_INFINITY }: { width: number; height?: number | undefined },
): FrameSize => {
  const fitting = Math.min(width, height * aspectRatio);
  const whole = (pixels: number) => Math.max(1, Math.floor(pixels));
  return { width: whole(fitting), height: whole(fitting / aspectRatio) };
};

interface EmbeddedFilm extends FrameSize {
  readonly origin: string;
  readonly slug: string;
  readonly title: string;
  /** The second at which it starts; null for the beginning. */
  readonly seconds: number | null;
}

/** The HTML that shows a film on a page of another site. A frame there never starts sound by itself. */
export const embedSnippet = ({ origin, slug, title, seconds, width, height }: EmbeddedFilm): string => {
  const src = `${origin}/embed${addressOf('Film', slug)}${seconds === null ? '' : `?t=${seconds}`}`;
  return `<iframe src="${escapeUTF8(src)}" width="${width}" height="${height}" title="${escapeUTF8(title)}" style="border:0" allow="fullscreen; picture-in-picture" allowfullscreen loading="lazy"></iframe>`;
};
