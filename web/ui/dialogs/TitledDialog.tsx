import { type ReactNode, useId } from 'react';
import { Dialog } from './Dialog.tsx';
import styles from './TitledDialog.late.module.css';

interface TitledDialogProps {
  title: string;
  /** Makes the dialog wide enough for two columns. */
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Renders a modal dialog with a title and a close button. */
export const TitledDialog = ({ title, isWide, onClose, children }: TitledDialogProps) => {
  const headingId = useId();
  return (
    <Dialog
      labelledBy={headingId}
      className={`${styles.dialog} ${isWide ? styles.wide : ''}`}
      onClose={onClose}
    >
      {(close) => (
        <div className={styles.content}>
          <header className={styles.header}>
            <h2 id={headingId}>{title}</h2>
            <button type="button" className={styles.close} onClick={close}>
              Close
            </button>
          </header>
          {children}
        </div>
      )}
    </Dialog>
  );
};
