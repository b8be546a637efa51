import { ImageWithFallback } from './ImageWithFallback.tsx';

/** An `Image` of the API, with the fields of `PICTURE_FRAGMENT`. A query can select its own widths. */
export interface PictureImage {
  /** Null if there was an error. */
  readonly url: string | null;
  readonly srcSet?: string | null | undefined;
  readonly width: number;
  readonly height: number;
  /** Null or empty for a decorative image. */
  readonly alt?: string | null | undefined;
  /** A tiny preview as a data URL. */
  readonly placeholder?: string | null | undefined;
  /** The dominant color. */
  readonly color?: string | null | undefined;
  /** The point that stays in view where `object-fit` crops, as fractions of the size. */
  readonly hotspot?: { readonly x: number; readonly y: number } | null | undefined;
}

export interface PictureProps extends PictureImage {
  /** The `sizes` attribute. */
  readonly sizes?: string | undefined;
  /** True for the first image of a page, which loads with high priority. */
  readonly isLead?: boolean | undefined;
  readonly className?: string | undefined;
  /** Class of the box with the size and the alternative text of an image that is missing or fails to load. */
  readonly missingClassName?: string | undefined;
}

/**
 * Renders an image with its aspect ratio reserved, and a preview or its color as background while it loads. It is an
 * `img`, so it can be in a `<picture>` with sources of other crops.
 */
export const Picture = ({
  url,
  srcSet,
  width,
  height,
  alt,
  placeholder,
  color,
  hotspot,
  sizes,
  isLead = false,
  className,
  missingClassName = className,
}: PictureProps) => (
  <ImageWithFallback
    src={url}
    isLead={isLead}
    sizes={sizes}
    width={width}
    height={height}
    className={className}
    srcSet={srcSet ?? undefined}
    alt={alt ?? ''}
    decoding="async"
    style={{
      backgroundColor: color ?? undefined,
      ...(placeholder && { backgroundImage: `url("${placeholder}")`, backgroundSize: 'cover' }),
      objectPosition: hotspot ? `${100 * hotspot.x}% ${100 * hotspot.y}%` : undefined,
    }}
    fallback={
      <span
        className={missingClassName}
        style={{ display: 'block', aspectRatio: `${width} / ${height}` }}
        {...(alt && { role: 'img', 'aria-label': alt })}
      />
    }
  />
);
