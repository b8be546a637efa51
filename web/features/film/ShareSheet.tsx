import { useId, useRef, useState } from 'react';
import { Sheet } from '../../ui/Sheet.tsx';
import { Spoken } from '../../ui/Spoken.tsx';
import { parseTime, timecode } from '../../ui/timecode.ts';
import styles from './ShareSheet.module.css';

interface ShareSheetProps {
  title: string;
  /** The film's address, without a time. */
  address: string;
  /** The address of the film alone, for a frame on another page. */
  frame: string;
  /** Where the film is now, in seconds. */
  now: number;
  onClose: () => void;
}

/** A film's address to give to others, also at a second. */
export const ShareSheet = ({ title, address, frame, now, onClose }: ShareSheetProps) => {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const [timed, setTimed] = useState(false);
  const [time, setTime] = useState(timecode(now));
  const [said, say] = useState('');
  const seconds = parseTime(time.trim());
  const place = timed && seconds !== null ? `?t=${seconds}` : '';
  const link = `${address}${place}`;
  const code = `<iframe src="${frame}${place}" title="${escaped(title)}" width="640" height="360" allow="autoplay; fullscreen; picture-in-picture" style="border:0"></iframe>`;

  const copy = async (words: string, from: HTMLInputElement | null) => {
    try {
      await navigator.clipboard.writeText(words);
      say('Copied');
    } catch {
      from?.select();
      say('Your browser keeps its clipboard to itself. It is selected: copy it with Ctrl C.');
    }
  };

  return (
    <Sheet title="Share" onClose={onClose}>
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
                say('');
              }}
            />
            Start at
          </label>
          <input
            aria-label="Minutes and seconds"
            inputMode="numeric"
            value={time}
            size={6}
            aria-invalid={seconds === null}
            aria-describedby={seconds === null ? `${id}fault` : undefined}
            onChange={({ target }) => {
              setTime(target.value);
              setTimed(true);
              say('');
            }}
          />
        </div>
        {seconds === null && (
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
          {said}
        </p>
      </div>
    </Sheet>
  );
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
