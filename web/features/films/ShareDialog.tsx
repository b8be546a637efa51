import { useId, useRef, useState } from 'react';
import { addressOf } from '../../components/paths.ts';
import { TitledDialog } from '../../components/TitledDialog.tsx';
import { parseTime, timecode } from '../../components/text/timecode.ts';
import { Spoken } from '../../components/VisuallyHidden.tsx';
import { embedSnippet, fitFrame, parseAspectRatio } from '../embed/embedSnippet.ts';
import styles from './ShareDialog.module.css';

const EMBED_WIDTH = 640;

interface ShareDialogProps {
  /** Where the app is published. */
  origin: string;
  slug: string;
  title: string;
  /** E.g. `16:9`; null when unknown. */
  aspectRatio: string | null;
  /** Where the film is now, in seconds. */
  now: number;
  onClose: () => void;
}

/** A film's address to give to others, also at a second. */
export const ShareDialog = ({ origin, slug, title, aspectRatio, now, onClose }: ShareDialogProps) => {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const [timed, setTimed] = useState(false);
  const [time, setTime] = useState(timecode(now));
  const [message, setMessage] = useState('');
  const parsed = parseTime(time.trim());
  const seconds = timed ? parsed : null;
  const link = `${origin}${addressOf('Film', slug)}${seconds === null ? '' : `?t=${seconds}`}`;
  const size = fitFrame(parseAspectRatio(aspectRatio), { width: EMBED_WIDTH });
  const code = embedSnippet({ origin, slug, title, seconds, ...size });

  const copy = async (words: string, from: HTMLInputElement | null) => {
    try {
      await navigator.clipboard.writeText(words);
      setMessage('Copied');
    } catch {
      from?.select();
      setMessage('Your browser keeps its clipboard to itself. It is selected: copy it with Ctrl C.');
    }
  };

  return (
    <TitledDialog title="Share" onClose={onClose}>
      <div className={styles.form}>
        <label htmlFor={`${id}link`}>Link</label>
        <div className={styles.line}>
          <input
            ref={field}
            id={`${id}link`}
            className={styles.link}
            value={link}
            readOnly
            onFocus={({ target }) => target.select()}
          />
          <button type="button" className={styles.main} onClick={() => void copy(link, field.current)}>
            Copy
          </button>
        </div>
        <div className={styles.time}>
          <label>
            <input
              type="checkbox"
              checked={timed}
              onChange={({ target }) => {
                setTimed(target.checked);
                setMessage('');
              }}
            />
            Start at
          </label>
          <input
            aria-label="Minutes and seconds"
            inputMode="numeric"
            value={time}
            size={6}
            aria-invalid={parsed === null}
            aria-describedby={parsed === null ? `${id}fault` : undefined}
            onChange={({ target }) => {
              setTime(target.value);
              setTimed(true);
              setMessage('');
            }}
          />
        </div>
        {parsed === null && (
          <p id={`${id}fault`} className={styles.fault}>
            Write it like 1:30, 90 or 1m30s. Until then the link starts at the beginning.
          </p>
        )}
        <label htmlFor={`${id}code`}>To embed it in a page</label>
        <div className={styles.line}>
          <input
            ref={codeField}
            id={`${id}code`}
            className={styles.link}
            value={code}
            readOnly
            onFocus={({ target }) => target.select()}
          />
          <button type="button" className={styles.side} onClick={() => void copy(code, codeField.current)}>
            Copy<Spoken> the code</Spoken>
          </button>
        </div>
        {typeof navigator.share === 'function' && (
          <button
            type="button"
            className={styles.send}
            onClick={() => void navigator.share({ title, url: link }).catch(() => undefined)}
          >
            Send with another app
          </button>
        )}
        <p role="status" className={styles.said}>
          {message}
        </p>
      </div>
    </TitledDialog>
  );
};
