import { type ReactNode, useId, useRef, useState } from 'react';
import { pathOf } from '../../lib/paths.ts';
import { parseTime, timecode } from '../../lib/text/timecode.ts';
import { TitledDialog } from '../../ui/dialogs/TitledDialog.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { DEFAULT_ASPECT_RATIO, embedSnippet, fitFrame } from '../embed/embedSnippet.ts';
import styles from './ShareDialog.late.module.css';

const EMBED_WIDTH_PX = 640;

interface ShareDialogProps {
  /** The public origin of the app. */
  origin: string;
  slug: string;
  title: string;
  /** E.g. `16:9`; null if unknown. */
  aspectRatio: number | null;
  /** In seconds. */
  currentTime: number;
  onClose: () => void;
}

/** Renders the link and the embed code of a film, optionally with a start time. */
export const ShareDialog = ({ origin, slug, title, aspectRatio, currentTime, onClose }: ShareDialogProps) => {
  const id = useId();
  const [hasStartTime, setHasStartTime] = useState(false);
  const [startTime, setStartTime] = useState(timecode(currentTime));
  const [message, setMessage] = useState('');
  const parsedTime = parseTime(startTime.trim());
  const seconds = hasStartTime ? parsedTime : null;
  const link = `${origin}${pathOf('Film', slug)}${seconds === null ? '' : `?t=${seconds}`}`;
  const size = fitFrame(aspectRatio ?? DEFAULT_ASPECT_RATIO, { width: EMBED_WIDTH_PX });

  return (
    <TitledDialog title="Share" onClose={onClose}>
      <div className={styles.form}>
        <CopyField label="Link" value={link} buttonClassName={styles.primaryButton} onMessage={setMessage}>
          Copy
        </CopyField>
        <div className={styles.startTime}>
          <label>
            <input
              type="checkbox"
              checked={hasStartTime}
              onChange={({ target }) => {
                setHasStartTime(target.checked);
                setMessage('');
              }}
            />
            Start at
          </label>
          <input
            aria-label="Start time"
            inputMode="numeric"
            value={startTime}
            size={6}
            aria-invalid={parsedTime === null}
            aria-describedby={parsedTime === null ? `${id}error` : undefined}
            onChange={({ target }) => {
              setStartTime(target.value);
              setHasStartTime(true);
              setMessage('');
            }}
          />
        </div>
        {parsedTime === null && (
          <p id={`${id}error`} className={styles.error}>
            Enter a time such as 1:30, 90 or 1m30s. Until then the link starts at the beginning.
          </p>
        )}
        <CopyField
          label="Embed code"
          value={embedSnippet({ origin, slug, title, seconds, ...size })}
          buttonClassName={styles.secondaryButton}
          onMessage={setMessage}
        >
          Copy<VisuallyHidden> embed code</VisuallyHidden>
        </CopyField>
        {typeof navigator.share === 'function' && (
          <button
            type="button"
            className={styles.shareButton}
            onClick={() => void navigator.share({ title, url: link }).catch(() => undefined)}
          >
            Share with another app
          </button>
        )}
        <p role="status" className={styles.status}>
          {message}
        </p>
      </div>
    </TitledDialog>
  );
};

interface CopyFieldProps {
  label: string;
  value: string;
  buttonClassName: string | undefined;
  /** Called with the result of copying. */
  onMessage: (message: string) => void;
  /** The label of the button. */
  children: ReactNode;
}

/** Renders a read-only field with a button that copies its value. */
const CopyField = ({ label, value, buttonClassName, onMessage, children }: CopyFieldProps) => {
  const id = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      onMessage('Copied');
    } catch {
      inputRef.current?.select();
      onMessage('Couldn’t access the clipboard. The text is selected; press Ctrl+C.');
    }
  };
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <div className={styles.row}>
        <input
          ref={inputRef}
          id={id}
          className={styles.field}
          value={value}
          readOnly
          onFocus={({ target }) => target.select()}
        />
        <button type="button" className={buttonClassName} onClick={() => void handleCopy()}>
          {children}
        </button>
      </div>
    </>
  );
};
