import { type ReactNode, useId, useRef } from 'react';
import { useCopy } from '../../lib/useCopy.ts';
import styles from './ShareDialog.late.module.css';

interface CopyFieldProps {
  label: string;
  value: string;
  /** The button is the main one of the dialog. */
  isPrimary?: boolean;
  /** The lines of the field. */
  rows?: number;
  /** The label of the button. */
  children: ReactNode;
}

/** Renders a read-only field with a button that copies its value, and says whether it did. */
export const CopyField = ({ label, value, isPrimary, rows = 1, children }: CopyFieldProps) => {
  const id = useId();
  const fieldRef = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const { copy, result } = useCopy('The text is selected: copy it from the field.');
  const handleCopy = async () => {
    if (!(await copy(value))) fieldRef.current?.select();
  };
  const Field = rows > 1 ? 'textarea' : 'input';
  return (
    <>
      <div className={styles.labelRow}>
        <label htmlFor={id}>{label}</label>
        <p role="status" className={styles.status}>
          {/* The value can change after the copy. */}
          {result?.text === value && result.message}
        </p>
      </div>
      <div className={styles.row} data-multiline={rows > 1 || undefined}>
        <Field
          ref={fieldRef}
          id={id}
          className={styles.field}
          rows={rows > 1 ? rows : undefined}
          value={value}
          readOnly
          onFocus={({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => target.select()}
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
