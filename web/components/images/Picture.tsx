import type { CSSProperties } from 'react';
import { ImageWithFallback } from './ImageWithFallback.tsx';
import styles from './Picture.module.css';
import rings from './placeholderPattern.module.css';

interface PictureProps {
  url: string;
  srcSet?: string;
  /** How wide the picture is set, in the language of the `sizes` attribute. */
  sizes?: string;
  width: number;
  height: number;
  /** Null or empty for a picture that says nothing the words do not. */
  alt: string | null;
  placeholder?: string | null;
  /** The picture a page opens with: fetched at once and first. */
  lead?: boolean;
  className?: string | undefined;
}

/** A still picture that keeps its place while it loads, with its tiny preview as the ground. */
export const Picture = ({
  url,
  srcSet,
  sizes,
  width,
  height,
  alt,
  placeholder,
  lead = false,
  className,
}: PictureProps) => {
  const names = `${styles.picture} ${className ?? ''}`;
  return (
    <ImageWithFallback
      src={url}
      lead={lead}
      {...{ srcSet, sizes, width, height }}
      alt={alt ?? ''}
      decoding="async"
      className={names}
      style={placeholder ? ({ '--preview': `url("${placeholder}")` } as CSSProperties) : undefined}
      fallback={
        // Keeps the place and the words of the image, so that nothing moves.
        <span
          className={`${names} ${styles.lost} ${rings.rings}`}
          style={{ aspectRatio: `${width} / ${height}` }}
          {...(alt && { role: 'img', 'aria-label': alt })}
        />
      }
    />
  );
};
