import type { ReactNode } from 'react';
import { ImageWithFallback } from '../../kit/picture/ImageWithFallback.tsx';

export interface FilmImageProps {
  /** A large picture of the film, shown in place of the still. */
  poster?: { url: string | null; srcSet: string | null } | null | undefined;
  /** The URLs of the still by width in pixels. */
  still: { still480?: string | null; still960: string | null; still1600: string | null };
  /** The `sizes` attribute. */
  sizes: string;
  /** True for the first image of a page, which loads with high priority. */
  isLead?: boolean | undefined;
  decoding?: 'async';
  className?: string | undefined;
  fallback?: ReactNode;
}

/** Renders the poster or a still of a film. Its `alt` is empty, because the title is beside it. */
export const FilmImage = ({ poster, still, isLead = false, ...image }: FilmImageProps) => {
  const { still480, still960, still1600 } = still;
  const stills = Object.entries({ 480: still480, 960: still960, 1600: still1600 });
  return (
    <ImageWithFallback
      {...image}
      isLead={isLead}
      src={poster?.url ?? still960}
      srcSet={poster?.srcSet ?? stills.flatMap(([width, url]) => (url ? `${url} ${width}w` : [])).join(', ')}
      width={1600}
      height={900}
    />
  );
};
