import type { ReactNode } from 'react';
import { ImageWithFallback } from './ImageWithFallback.tsx';

interface FilmImageProps {
  /** The addresses of the still at the widths there are of it, in pixels. */
  still: { still480?: string; still960: string; still1600: string };
  /** How wide it is set, in the language of the `sizes` attribute. */
  sizes: string;
  /** The still a page opens with. */
  lead?: boolean | undefined;
  decoding?: 'async';
  className?: string | undefined;
  fallback?: ReactNode;
}

/** A still of a film. Beside a title it says nothing new, so it has no words of its own. */
export const FilmImage = ({ still, lead = false, ...image }: FilmImageProps) => {
  const { still480, still960, still1600 } = still;
  return (
    <ImageWithFallback
      {...image}
      lead={lead}
      src={still960}
      srcSet={`${still480 ? `${still480} 480w, ` : ''}${still960} 960w, ${still1600} 1600w`}
      width={1600}
      height={900}
    />
  );
};
