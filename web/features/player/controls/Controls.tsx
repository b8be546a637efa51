import { En } from 'media-chrome/dist/lang/en.js';
import { addTranslation } from 'media-chrome/dist/utils/i18n.js';
import {
  MediaControlBar,
  MediaFullscreenButton,
  MediaMuteButton,
  MediaPlayButton,
  MediaVolumeRange,
} from 'media-chrome/react';
import type { RefObject } from 'react';
import { useActiveCue } from '../captions/activeCue.ts';
import styles from '../Player.module.css';
import type { Playhead } from '../state/playhead.ts';
import { prefer, usePreferences } from '../state/preferences.ts';
import type { ScreenFragment } from '../VideoPlayer.generated.ts';
import { Clock } from './Clock.tsx';

// The name of a control must contain the words on it: people who speak to a browser say what they see (WCAG 2.5.3).
addTranslation('en', {
  ...En,
  play: 'Play',
  pause: 'Pause',
  mute: 'Mute',
  unmute: 'Unmute',
  volume: 'Volume',
  seek: 'Moment',
  'enter fullscreen mode': 'Full screen',
  'exit fullscreen mode': 'Exit full screen',
});

interface ControlsProps {
  playhead: Playhead;
  chapters: ScreenFragment['chapters'];
  /** The film's, in seconds. */
  length: number | null;
  /** Whether there are captions to switch. */
  captioned: boolean;
  opener: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onSettings: () => void;
  /** Null where the browser has no picture in picture. */
  onPicture: (() => void) | null;
}

/** The bar under a film. In a narrow window it keeps what a thumb needs; the rest is in the settings. */
export const Controls = (props: ControlsProps) => {
  const { playhead, chapters, length, captioned, opener, isOpen, onSettings, onPicture } = props;
  const { captions } = usePreferences();
  const chapter = chapters[useActiveCue(playhead, chapters)];
  return (
    <MediaControlBar className={styles.bar}>
      <MediaPlayButton noTooltip className={styles.word}>
        <span slot="play">Play</span>
        <span slot="pause">Pause</span>
      </MediaPlayButton>
      <Clock playhead={playhead} length={length} />
      <span className={styles.chapter}>{chapter?.title}</span>
      <MediaMuteButton noTooltip className={`${styles.word} ${styles.sound}`}>
        <span slot="off">Unmute</span>
        <span slot="low">Mute</span>
        <span slot="medium">Mute</span>
        <span slot="high">Mute</span>
      </MediaMuteButton>
      <MediaVolumeRange className={styles.volume} />
      {captioned && (
        <button
          type="button"
          className={styles.button}
          aria-pressed={captions}
          onClick={() => prefer({ captions: !captions })}
        >
          <span>Captions</span>
        </button>
      )}
      <button
        ref={opener}
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={onSettings}
      >
        Settings
      </button>
      {onPicture && (
        <button type="button" className={`${styles.button} ${styles.wide}`} onClick={onPicture}>
          Picture
        </button>
      )}
      <MediaFullscreenButton noTooltip className={styles.word}>
        <span slot="enter">Full</span>
        <span slot="exit">Exit full</span>
      </MediaFullscreenButton>
    </MediaControlBar>
  );
};
