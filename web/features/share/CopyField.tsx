import { type ReactNode, useId, useRef, useState } from 'react';
import styles from './ShareDialog.late.module.css';

interface CopyFieldProps {
  label: string;
  value: string;
  /** The button is the main one of the dialog. */
  isPrimary?: boolean;
  /** The label of the button. */
  children: ReactNode;
}

/** Renders a read-only field with a button that copies its value, and says whether it did. */
export const CopyField = ({ label, value, isPrimary, children }: CopyFieldProps) => {
  const id = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const [result, setResult] = useState<{ value: string; message: string } | null>(null);
  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setResult({ value, message: 'Copied' });
    } catch {
      inputRef.current?.select();
      setResult({
        value,
        message: 'Couldn’t access the clipboard. The text is selected; press Ctrl+C.',
      });
    }
  };
  return (
    <>
      <div className={styles.labelRow}>
        <label htmlFor={id}>{label}</label>
        <p role="status" className={styles.status}>
          {result?.value === value && result.message}
        </p>
      </div>
      <div className={styles.row}>
        <input
          ref={inputRef}
          id={id}
          className={styles.field}
          value={value}
          readOnly
          onFocus={({ target }) => target.select()}
        />
        <button
          type="button"
          className={isPrimary ? styles.primaryButton : styles.secondaryButton}
          onClick={() => void handleCopy()}
        >
          {children}
        </button>
      </div>
    </>
  );
};
