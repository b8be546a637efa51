import { type ComponentProps, type ReactNode, useCallback, useState } from 'react';

interface ImageWithFallbackProps extends Omit<ComponentProps<'img'>, 'src' | 'loading' | 'fetchPriority'> {
  src: string | null | undefined;
  /** Stands in where there is no image or it could not be loaded. */
  fallback?: ReactNode;
  /** True for the image a page opens with, which is fetched at once and first; false for one that waits until it is near. */
  lead?: boolean | undefined;
}

/** An image, and what stands in for it. Another address is another chance. */
export const ImageWithFallback = ({ src, fallback = null, lead, alt, ...image }: ImageWithFallbackProps) => {
  const [failed, setFailed] = useState<string | null>(null);
  const onError = useCallback(() => setFailed(src ?? null), [src]);
  // An image of the server's markup may have failed before the script arrived.
  const ref = useCallback(
    (element: HTMLImageElement | null) => {
      if (element?.complete && element.currentSrc && element.naturalWidth === 0) onError();
    },
    [onError],
  );
  if (!src || failed === src) return fallback;
  return (
    <img
      {...image}
      {...(lead !== undefined && {
        loading: lead ? 'eager' : 'lazy',
        fetchPriority: lead ? 'high' : 'auto',
      })}
      ref={ref}
      onError={onError}
      src={src}
      alt={alt ?? ''}
    />
  );
};
