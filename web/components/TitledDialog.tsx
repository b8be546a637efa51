import { type ReactNode, useId } from 'react';
import { Dialog } from './Dialog.tsx';
import styles from './TitledDialog.module.css';

interface TitledDialogProps {
  title: string;
  /** Wide enough for two columns. */
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog over the page with its title and a button that closes it. */
export const TitledDialog = ({ title, wide, onClose, children }: TitledDialogProps) => {
  const heading = useId();
  return (
    <Dialog labelledBy={heading} className={`${styles.dialog} ${wide ? styles.wide : ''}`} onClose={onClose}>
      {(close) => (
        <div className={styles.page}>
          <header className={styles.header}>
            <h2 id={heading}>{title}</h2>
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
