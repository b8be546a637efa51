import { type ComponentType, useEffect } from 'react';
import { lazyWithFallback } from '../loading/lazyWithFallback.tsx';

interface DialogProps {
  onClose: () => void;
}

/** Loads a dialog when it is rendered. A dialog whose chunk fails to load closes at once. */
export const lazyDialog = <P extends DialogProps>(load: () => Promise<ComponentType<P>>): ComponentType<P> =>
  lazyWithFallback(load, ClosedDialog);

const ClosedDialog = ({ onClose }: DialogProps) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes once
  useEffect(onClose, []);
  return null;
};
