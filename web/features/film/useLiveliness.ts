import { useState } from 'react';

/** Whether a still should be alive: while the reader points at its card or has the focus in it, unless motion is unwelcome. */
export const useLiveliness = () => {
  const [alive, set] = useState(false);
  const wake = () => set(!matchMedia('(prefers-reduced-motion: reduce)').matches);
  const rest = () => set(false);
  return {
    alive,
    handlers: {
      onPointerEnter: (event: { pointerType: string }) => event.pointerType === 'mouse' && wake(),
      onPointerLeave: rest,
      onFocus: wake,
      onBlur: rest,
    },
  };
};
