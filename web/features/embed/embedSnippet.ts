import { escapeUTF8 } from 'entities/escape';
import { type FilmMoment, momentQuery } from '../../lib/filmMoment.ts';
import { pathOf } from '../../lib/paths.ts';

/** The size of an iframe in CSS pixels. */
export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** The aspect ratio of a video whose own is not known yet. */
export const DEFAULT_ASPECT_RATIO = 16 / 9;

/** Returns the largest frame of an aspect ratio within a maximum size, in whole pixels and at least 1 × 1. */
export const fitFrame = (
  aspectRatio: number,
  { width, height = Number.POSITIVE_INFINITY }: { width: number; height?: number | undefined },
): FrameSize => {
  const fittingWidth = Math.min(width, height * aspectRatio);
  const toPixels = (pixels: number) => Math.max(1, Math.floor(pixels));
  return { width: toPixels(fittingWidth), height: toPixels(fittingWidth / aspectRatio) };
};

interface EmbeddedFilm extends FrameSize, FilmMoment {
  readonly origin: string;
  readonly slug: string;
  readonly title: string;
}

/** Returns the HTML that embeds a film in another site. The `allow` attribute has no autoplay. */
export const embedSnippet = ({ origin, slug, title, width, height, ...moment }: EmbeddedFilm): string => {
  const src = `${origin}/embed${pathOf('Film', slug)}${momentQuery(moment)}`;
  return `<iframe src="${escapeUTF8(src)}" width="${width}" height="${height}" title="${escapeUTF8(title)}" style="border:0" allow="fullscreen; picture-in-picture" allowfullscreen loading="lazy"></iframe>`;
};
