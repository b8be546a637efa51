import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './Sheet.module.css';

interface SheetProps {
  title: string;
  /** Broad enough for two columns. */
  broad?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A sheet over the page, there as long as it is rendered. Goes with Escape, its button or a press beside it; the focus returns to where it was. */
export const Sheet = ({ title, broad, onClose, children }: SheetProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const sheet = dialog.current;
    sheet?.showModal();
    return () => sheet?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      data-broad={broad || undefined}
      className={styles.sheet}
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <div className={styles.page}>
        <header className={styles.header}>
          <h2 id={heading}>{title}</h2>
          <button type="button" className={styles.close} onClick={() => dialog.current?.close()}>
            Close
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
};
