import { useState } from 'react';

/** Whether a still should be alive: while the reader points at its card or has the focus in it, unless motion is unwelcome. */
export const useLiveliness = () => {
  const [alive, setAlive] = useState(false);
  const wake = () => setAlive(!matchMedia('(prefers-reduced-motion: reduce)').matches);
  const rest = () => setAlive(false);
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
