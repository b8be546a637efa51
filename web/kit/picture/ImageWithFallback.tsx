'use client';

import { type ComponentProps, type ReactNode, useCallback, useState } from 'react';

interface ImageWithFallbackProps extends Omit<ComponentProps<'img'>, 'src' | 'loading' | 'fetchPriority'> {
  src: string | null | undefined;
  /** Rendered if there is no image or it failed to load. */
  fallback?: ReactNode;
  /** True loads the image at once with high priority; false loads it when it is near the viewport. */
  isLead?: boolean | undefined;
}

/** Renders an image, or the fallback if it fails to load. A new `src` is tried again. */
export const ImageWithFallback = ({
  src,
  fallback = null,
  isLead,
  alt,
  ...image
}: ImageWithFallbackProps) => {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const handleError = useCallback(() => setFailedSrc(src ?? null), [src]);
  // An image in the server's HTML may have failed before hydration.
  const ref = useCallback(
    (element: HTMLImageElement | null) => {
      if (element?.complete && element.currentSrc && element.naturalWidth === 0) handleError();
    },
    [handleError],
  );
  if (!src || failedSrc === src) return fallback;
  return (
    <img
      {...image}
      {...(isLead !== undefined && {
        loading: isLead ? 'eager' : 'lazy',
        fetchPriority: isLead ? 'high' : 'auto',
      })}
      ref={ref}
      onError={handleError}
      src={src}
      alt={alt ?? ''}
    />
  );
};
