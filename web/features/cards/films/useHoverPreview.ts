import { useState } from 'react';
import { canAutoplay } from '../../../lib/mediaConditions.ts';

/** Tracks whether a card shows its moving preview: on mouse hover and focus, if videos may start by themselves. */
export const useHoverPreview = () => {
  const [isPreviewing, setIsPreviewing] = useState(false);
  const start = () => setIsPreviewing(canAutoplay());
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
