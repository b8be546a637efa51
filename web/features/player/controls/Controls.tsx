import { En } from 'media-chrome/dist/lang/en.js';
import { addTranslation } from 'media-chrome/dist/utils/i18n.js';
import {
  MediaControlBar,
  MediaFullscreenButton,
  MediaMuteButton,
  MediaPlayButton,
  MediaVolumeRange,
} from 'media-chrome/react';
import { useSyncExternalStore } from 'react';
import type { Chapter } from '../../../kit/video/chapterTrack.ts';
import { timecode } from '../../../lib/text/timecode.ts';
import { useActiveCueIndex } from '../captions/activeCue.ts';
import styles from '../Player.late.module.css';
import type { Playhead } from '../state/playhead.ts';
import { canLoop, updatePreferences, usePreferences } from '../state/preferences.ts';

// Accessible names contain the visible labels, as WCAG 2.5.3 requires for speech input.
addTranslation('en', {
  ...En,
  play: 'Play',
  pause: 'Pause',
  mute: 'Mute',
  unmute: 'Unmute',
  volume: 'Volume',
  seek: 'Seek',
  'enter fullscreen mode': 'Full screen',
  'exit fullscreen mode': 'Exit full screen',
});

interface ControlsProps {
  playhead: Playhead;
  chapters: readonly Chapter[];
  /** In seconds. */
  duration: number | null;
  hasCaptions: boolean;
  /** The id of the settings panel. */
  settingsId: string;
  /** Toggles picture-in-picture; null if the browser does not support it. */
  onPictureInPicture: (() => void) | null;
}

/** Renders the control bar. Narrow players show fewer controls; the settings panel has the other controls. */
export const Controls = (props: ControlsProps) => {
  const { playhead, chapters, duration, hasCaptions, settingsId, onPictureInPicture } = props;
  const { captions, loop } = usePreferences();
  const chapter = chapters[useActiveCueIndex(playhead, chapters)];
  return (
    <MediaControlBar className={styles.controlBar}>
      <MediaPlayButton noTooltip className={styles.mediaButton}>
        <span slot="play">Play</span>
        <span slot="pause">Pause</span>
      </MediaPlayButton>
      <Clock playhead={playhead} duration={duration} />
      <span className={styles.chapter}>{chapter?.title}</span>
      <MediaMuteButton noTooltip className={`${styles.mediaButton} ${styles.mute}`}>
        <span slot="off">Unmute</span>
        <span slot="low">Mute</span>
        <span slot="medium">Mute</span>
        <span slot="high">Mute</span>
      </MediaMuteButton>
      <MediaVolumeRange className={styles.volume} />
      {hasCaptions && (
        <button
          type="button"
          className={styles.button}
          aria-pressed={captions}
          onClick={() => updatePreferences({ captions: !captions })}
        >
          <span>Captions</span>
        </button>
      )}
      {canLoop(duration) && (
        <button
          type="button"
          className={`${styles.button} ${styles.wide}`}
          aria-pressed={loop}
          onClick={() => updatePreferences({ loop: !loop })}
        >
          <span>Loop</span>
        </button>
      )}
      <button type="button" className={styles.button} aria-haspopup="dialog" popoverTarget={settingsId}>
        Settings
      </button>
      {onPictureInPicture && (
        <button type="button" className={`${styles.button} ${styles.wide}`} onClick={onPictureInPicture}>
          Picture-in-picture
        </button>
      )}
      <MediaFullscreenButton noTooltip className={styles.mediaButton}>
        <span slot="enter">Full screen</span>
        <span slot="exit">Exit full screen</span>
      </MediaFullscreenButton>
    </MediaControlBar>
  );
};

interface ClockProps {
  playhead: Playhead;
  /** In seconds. */
  duration: number | null;
}

/** Renders the current time and, in wide players, the duration. Re-renders once a second. */
const Clock = ({ playhead, duration }: ClockProps) => {
  const seconds = useSyncExternalStore(playhead.subscribe, () =>
    Math.floor(Math.max(0, playhead.currentTime())),
  );
  return (
    <span className={styles.time}>
      {timecode(seconds)}
      {duration !== null && <span className={styles.duration}> / {timecode(Math.round(duration))}</span>}
    </span>
  );
};
