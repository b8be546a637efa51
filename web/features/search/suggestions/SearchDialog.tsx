import { useEffect, useRef } from 'react';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { SearchCombobox } from './SearchCombobox.tsx';
import styles from './SearchDialog.late.module.css';

/** Renders the search box and its suggestions as a full-screen dialog for narrow screens. */
export const SearchDialog = ({ onClose }: { onClose: () => void }) => {
  const input = useRef<HTMLInputElement>(null);
  // A dialog focuses its first control by default: the close button.
  useEffect(() => input.current?.focus(), []);
  return (
    <Dialog label="Search" className={styles.dialog} closesOnClick="nowhere" onClose={onClose}>
      {(close) => (
        <>
          <button type="button" className={styles.close} onClick={close}>
            Close
          </button>
          <SearchCombobox ref={input} placeholder="Films, words, moments" isInline onDone={close} />
        </>
      )}
    </Dialog>
  );
};
