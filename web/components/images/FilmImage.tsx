import type { ReactNode } from 'react';
import { ImageWithFallback } from './ImageWithFallback.tsx';

interface FilmImageProps {
  /** The URLs of the still by width in pixels. */
  still: { still480?: string; still960: string; still1600: string };
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
  return (
    <ImageWithFallback
      {...image}
      isLead={isLead}
      src={still960}
      srcSet={`${still480 ? `${still480} 480w, ` : ''}${still960} 960w, ${still1600} 1600w`}
      width={1600}
      height={900}
    />
  );
};
