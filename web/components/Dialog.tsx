import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface DialogProps {
  /** What it is called, where no heading in it says so. */
  label?: string;
  /** The id of its heading. */
  labelledBy?: string;
  className?: string | undefined;
  /** Where a press closes it. */
  closesOnPress?: 'backdrop' | 'anywhere' | 'nowhere';
  /** Called when it has been closed: then it is to be rendered no more. */
  onClose: () => void;
  /** Receives what closes it. */
  children: (close: () => void) => ReactNode;
}

/**
 * A modal dialog, open as long as it is rendered. Escape and a press on the backdrop close it; the focus then returns to
 * where it was.
 */
export const Dialog = ({
  label,
  labelledBy,
  className,
  closesOnPress = 'backdrop',
  onClose,
  children,
}: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  // Before the element is removed: a removed dialog no longer gives the focus back.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (!shown?.open) shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={dialog}
      aria-label={label}
      aria-labelledby={labelledBy}
      className={className}
      onClose={({ currentTarget }) => {
        // Strict mode closes and reopens what it mounts.
        if (!currentTarget.open) onClose();
      }}
      onClick={({ target, currentTarget }) => {
        const isBackdrop = target === currentTarget;
        if (closesOnPress === 'anywhere' || (closesOnPress === 'backdrop' && isBackdrop)) close();
      }}
    >
      {children(close)}
    </dialog>
  );
};
