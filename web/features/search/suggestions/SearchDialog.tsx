import { useEffect, useRef } from 'react';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { SearchCombobox } from './SearchCombobox.tsx';
import styles from './SearchDialog.late.module.css';

/** Renders the search box and its suggestions as a full-screen dialog for narrow screens. */
export const SearchDialog = ({ onClose }: { onClose: () => void }) => {
  const box = useRef<HTMLDivElement>(null);
  // A dialog focuses its first control by default: the close button.
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return (
    <Dialog label="Search" className={styles.dialog} closesOnClick="nowhere" onClose={onClose}>
      {(close) => (
        <>
          <button type="button" className={styles.close} onClick={close}>
            Close
          </button>
          <div ref={box}>
            <SearchCombobox
              initialQuery=""
              placeholder="Films, words, moments"
              isFocused={false}
              isInline
              onDone={close}
            />
          </div>
        </>
      )}
    </Dialog>
  );
};
