import { useId, useState } from 'react';
import { pathOf } from '../../lib/paths.ts';
import { parseTime, timecode } from '../../lib/text/timecode.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { DEFAULT_ASPECT_RATIO, embedSnippet, fitFrame } from '../embed/embedSnippet.ts';
import { CopyField } from '../share/CopyField.tsx';
import styles from '../share/ShareDialog.late.module.css';
import { ShareDialog } from '../share/ShareDialog.tsx';

const EMBED_WIDTH_PX = 640;

interface ShareFilmDialogProps {
  /** The public origin of the app. */
  origin: string;
  slug: string;
  title: string;
  /** Width by height; null if unknown. */
  aspectRatio: number | null;
  /** In seconds. */
  currentTime: number;
  onClose: () => void;
}

/** Renders the link and the embed code of a film, optionally with a start time. */
export const ShareFilmDialog = ({
  origin,
  slug,
  title,
  aspectRatio,
  currentTime,
  onClose,
}: ShareFilmDialogProps) => {
  const id = useId();
  const [hasStartTime, setHasStartTime] = useState(false);
  const [startTime, setStartTime] = useState(timecode(currentTime));
  const parsedTime = parseTime(startTime.trim());
  const seconds = hasStartTime ? parsedTime : null;
  const link = `${origin}${pathOf('Film', slug)}${seconds === null ? '' : `?t=${seconds}`}`;
  const size = fitFrame(aspectRatio ?? DEFAULT_ASPECT_RATIO, { width: EMBED_WIDTH_PX });

  return (
    <ShareDialog title={title} link={link} onClose={onClose}>
      <div className={styles.startTime}>
        <label>
          <input
            type="checkbox"
            checked={hasStartTime}
            onChange={({ target }) => setHasStartTime(target.checked)}
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
          }}
        />
      </div>
      {parsedTime === null && (
        <p id={`${id}error`} className={styles.error}>
          Enter a time such as 1:30, 90 or 1m30s. Until then the link starts at the beginning.
        </p>
      )}
      <CopyField label="Embed code" value={embedSnippet({ origin, slug, title, seconds, ...size })}>
        Copy<VisuallyHidden> embed code</VisuallyHidden>
      </CopyField>
    </ShareDialog>
  );
};
