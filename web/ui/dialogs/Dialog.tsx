import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface DialogProps {
  /** The accessible name, if the dialog has no heading. */
  label?: string;
  /** The id of the heading. */
  labelledBy?: string;
  className?: string | undefined;
  /** The area in which a click closes the dialog. */
  closesOnClick?: 'backdrop' | 'anywhere' | 'nowhere';
  /** Called after the dialog has closed. The caller then stops rendering it. */
  onClose: () => void;
  /** Receives a function that closes the dialog. */
  children: (close: () => void) => ReactNode;
}

/**
 * Renders a modal dialog that is open while it is rendered. Escape and a click on the backdrop close it; the focus then
 * returns to the previous element.
 */
export const Dialog = ({
  label,
  labelledBy,
  className,
  closesOnClick = 'backdrop',
  onClose,
  children,
}: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const isBackdropPressed = useRef(false);
  const close = () => dialog.current?.close();
  // A layout effect, because a dialog that is already removed does not restore the focus.
  useLayoutEffect(() => {
    const { current } = dialog;
    if (!current?.open) current?.showModal();
    return () => current?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={dialog}
      aria-label={label}
      aria-labelledby={labelledBy}
      className={className}
      onClose={({ currentTarget }) => {
        // Strict mode closes and reopens the dialog on mount.
        if (!currentTarget.open) onClose();
      }}
      onPointerDown={({ target, currentTarget }) => {
        isBackdropPressed.current = target === currentTarget;
      }}
      onClick={({ target, currentTarget }) => {
        // A selection of text that ends on the backdrop is a click on it, too.
        const isBackdrop = target === currentTarget && isBackdropPressed.current;
        if (closesOnClick === 'anywhere' || (closesOnClick === 'backdrop' && isBackdrop)) close();
      }}
    >
      {children(close)}
    </dialog>
  );
};
