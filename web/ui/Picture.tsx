import type { CSSProperties } from 'react';
import styles from './Picture.module.css';
import rings from './Rings.module.css';
import { useLost } from './useLost.ts';

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
  lead,
  className,
}: PictureProps) => {
  const { isLost, watch } = useLost(url);
  const names = `${styles.picture} ${className ?? ''}`;
  // Where it is missing its words stand for it as before, and nothing moves.
  if (isLost)
    return (
      <span
        className={`${names} ${styles.lost} ${rings.rings}`}
        style={{ aspectRatio: `${width} / ${height}` }}
        {...(alt && { role: 'img', 'aria-label': alt })}
      />
    );
  return (
    <img
      {...watch}
      src={url}
      srcSet={srcSet}
      sizes={sizes}
      width={width}
      height={height}
      alt={alt ?? ''}
      loading={lead ? 'eager' : 'lazy'}
      fetchPriority={lead ? 'high' : 'auto'}
      decoding="async"
      className={names}
      style={placeholder ? ({ '--preview': `url("${placeholder}")` } as CSSProperties) : undefined}
    />
  );
};
