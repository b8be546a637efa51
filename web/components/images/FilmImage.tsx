import type { ReactNode } from 'react';
import { ImageWithFallback } from '../../kit/picture/ImageWithFallback.tsx';

interface FilmImageProps {
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

/** Renders a still of a film. Its `alt` is empty, because the title is beside it. */
export const FilmImage = ({ still, isLead = false, ...image }: FilmImageProps) => {
  const { still480, still960, still1600 } = still;
  const candidates = Object.entries({ 480: still480, 960: still960, 1600: still1600 });
  return (
    <ImageWithFallback
      {...image}
      isLead={isLead}
      src={still960}
      srcSet={candidates.flatMap(([width, url]) => (url ? `${url} ${width}w` : [])).join(', ')}
      width={1600}
      height={900}
    />
  );
};
