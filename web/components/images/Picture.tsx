import type { CSSProperties } from 'react';
import { ImageWithFallback } from './ImageWithFallback.tsx';
import styles from './Picture.module.css';
import pattern from './placeholderPattern.module.css';

interface PictureProps {
  /** Null if there was an error. */
  url: string | null;
  srcSet?: string | null;
  /** The `sizes` attribute. */
  sizes?: string;
  width: number;
  height: number;
  /** Null or empty for a decorative image. */
  alt: string | null;
  placeholder?: string | null;
  /** True for the first image of a page, which loads with high priority. */
  isLead?: boolean;
  className?: string | undefined;
}

/** Renders an image with its aspect ratio reserved and a tiny preview as background while it loads. */
export const Picture = ({
  url,
  srcSet,
  sizes,
  width,
  height,
  alt,
  placeholder,
  isLead = false,
  className,
}: PictureProps) => {
  const classNames = `${styles.picture} ${className ?? ''}`;
  return (
    <ImageWithFallback
      src={url}
      isLead={isLead}
      {...{ sizes, width, height }}
      srcSet={srcSet ?? undefined}
      alt={alt ?? ''}
      decoding="async"
      className={classNames}
      style={placeholder ? ({ '--preview': `url("${placeholder}")` } as CSSProperties) : undefined}
      fallback={
        // Keeps the size and the alternative text of the image.
        <span
          className={`${classNames} ${styles.missing} ${pattern.pattern}`}
          style={{ aspectRatio: `${width} / ${height}` }}
          {...(alt && { role: 'img', 'aria-label': alt })}
        />
      }
    />
  );
};
