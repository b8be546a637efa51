import { useEffect, useRef } from 'react';
import { Dialog } from '../../../components/Dialog.tsx';
import { SuggestingBox } from './SearchCombobox.tsx';
import styles from './SearchDialog.module.css';

/** Searching on a narrow screen: the box and its suggestions take all of it. */
export const SearchDialog = ({ onClose }: { onClose: () => void }) => {
  const box = useRef<HTMLDivElement>(null);
  // A dialog that opens gives the focus to its first control, which is the button.
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return (
    <Dialog label="Search" className={styles.dialog} closesOnPress="nowhere" onClose={onClose}>
      {(close) => (
        <>
          <button type="button" className={styles.close} onClick={close}>
            Close
          </button>
          <div ref={box}>
            <SuggestingBox
              initial=""
              placeholder="Films, words, moments"
              focused={false}
              inPlace
              onDone={close}
            />
          </div>
        </>
      )}
    </Dialog>
  );
};
