import { useEffect, useRef } from 'react';
import styles from './SearchSheet.module.css';
import { SuggestingBox } from './SuggestingBox.tsx';

/** Searching on a narrow screen: the box and its suggestions take all of it. */
export const SearchSheet = ({ onClose }: { onClose: () => void }) => {
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (sheet.current?.open) return;
    sheet.current?.showModal();
    sheet.current?.querySelector('input')?.focus();
  }, []);
  const close = () => sheet.current?.close();
  return (
    <dialog ref={sheet} className={styles.sheet} aria-label="Search" onClose={onClose}>
      <button type="button" className={styles.close} onClick={close}>
        Close
      </button>
      <SuggestingBox initial="" focused={false} inPlace onDone={close} />
    </dialog>
  );
};
