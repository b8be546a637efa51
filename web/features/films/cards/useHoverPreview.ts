import { useState } from 'react';

/** Tracks whether a card shows its animated preview: on mouse hover and focus, unless reduced motion is preferred. */
export const useHoverPreview = () => {
  const [isPreviewing, setIsPreviewing] = useState(false);
  const start = () => setIsPreviewing(!matchMedia('(prefers-reduced-motion: reduce)').matches);
  const stop = () => setIsPreviewing(false);
  return {
    isPreviewing,
    handlers: {
      onPointerEnter: (event: { pointerType: string }) => event.pointerType === 'mouse' && start(),
      onPointerLeave: stop,
      onFocus: start,
      onBlur: stop,
    },
  };
};
