import { useEffect, useId, useState } from 'react';
import { play } from '../../kit/video/play.ts';
import { momentQuery } from '../../lib/filmMoment.ts';
import { pathOf } from '../../lib/paths.ts';
import { SITE_LANGUAGE } from '../../lib/publication.ts';
import { parseTime, timecode } from '../../lib/text/timecode.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { DEFAULT_ASPECT_RATIO, embedSnippet, fitFrame } from '../embed/embedSnippet.ts';
import type { Playhead } from '../player/state/playhead.ts';
import { useCaptionLanguage } from '../player/state/useCaptionLanguage.ts';
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
  /** The BCP 47 codes of the captions. */
  languages: readonly string[];
  playhead: Playhead;
  onClose: () => void;
}

/**
 * Renders the link and the embed code of a film, optionally with a start time: at first the current time, unless the film
 * is at its start or end. Both keep the language of the transcript, unless it is the site's. The film is paused meanwhile.
 */
export const ShareFilmDialog = ({
  origin,
  slug,
  title,
  aspectRatio,
  languages,
  playhead,
  onClose,
}: ShareFilmDialogProps) => {
  const id = useId();
  const [currentTime] = useState(() => Math.max(0, playhead.currentTime()));
  const [hasStartTime, setHasStartTime] = useState(currentTime >= 1 && !playhead.videoElement()?.ended);
  const [startTime, setStartTime] = useState(timecode(currentTime));
  const [captionLanguage] = useCaptionLanguage(languages);
  const language = captionLanguage === SITE_LANGUAGE ? null : captionLanguage;
  usePauseWhileMounted(playhead);
  const parsedTime = parseTime(startTime.trim());
  const seconds = hasStartTime ? parsedTime : null;
  const link = `${origin}${pathOf('Film', slug)}${momentQuery({ seconds, language })}`;
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
      <CopyField label="Embed code" value={embedSnippet({ origin, slug, title, seconds, language, ...size })}>
        Copy<VisuallyHidden> embed code</VisuallyHidden>
      </CopyField>
    </ShareDialog>
  );
};

/** Pauses a film that plays, and resumes it on unmount. */
const usePauseWhileMounted = (playhead: Playhead): void =>
  useEffect(() => {
    const video = playhead.videoElement();
    if (!video || video.paused) return undefined;
    video.pause();
    return () => {
      // Without its page, only the sound of the film would go on.
      if (video.isConnected) play(video);
    };
  }, [playhead]);
