import {
  MediaControlBar,
  MediaController,
  MediaFullscreenButton,
  MediaLoadingIndicator,
  MediaMuteButton,
  MediaPipButton,
  MediaPlayButton,
  MediaPlaybackRateButton,
  MediaPreviewChapterDisplay,
  MediaPreviewThumbnail,
  MediaPreviewTimeDisplay,
  MediaTimeDisplay,
  MediaTimeRange,
  MediaVolumeRange,
} from 'media-chrome/react';
import { MediaCaptionsMenu, MediaCaptionsMenuButton } from 'media-chrome/react/menu';
import { useEffect, useMemo, useRef, useState } from 'react';
import { attachStream } from './attachStream.ts';
import { chapterTrack } from './chapterTrack.ts';
import styles from './Player.module.css';
import type { Playhead } from './playhead.ts';
import type { ScreenFragment } from './Screen.generated.ts';

type Video = NonNullable<ScreenFragment['video']>;

/** Where to be, and which wish it is: the same second may be wished for twice. */
export interface Cue {
  seconds: number;
  wish: number;
}

interface PlayerProps {
  title: string;
  video: Video;
  playback: NonNullable<Video['playback']>;
  chapters: ScreenFragment['chapters'];
  playhead: Playhead;
  cue: Cue;
  /** The first frame is there: the poster may go. */
  onShown: () => void;
  onFailure: () => void;
}

const RATES = [0.5, 1, 1.5, 2];

/** The film itself with its controls, which are words. Comes in a chunk of its own once somebody wants to watch. */
export const Player = ({
  title,
  video,
  playback,
  chapters,
  playhead,
  cue,
  onShown,
  onFailure,
}: PlayerProps) => {
  const element = useRef<HTMLVideoElement>(null);
  const first = useRef(cue);
  const failed = useRef(onFailure);
  failed.current = onFailure;
  const freshest = useRef(playback.hlsUrl);
  freshest.current = playback.hlsUrl;
  const place = useRef(cue.seconds);
  const [address, readdress] = useState(playback.hlsUrl);

  // The address of a signed film is renewed while it plays. What plays is left alone until its address no longer works.
  useEffect(() => {
    const film = element.current;
    if (!film) return;
    const detach = attachStream(film, address, place.current, () =>
      freshest.current === address ? failed.current() : readdress(freshest.current),
    );
    // A browser may refuse to begin with sound unasked; the film then waits at its first frame.
    void film.play().catch(() => undefined);
    return detach;
  }, [address]);

  useEffect(() => {
    const film = element.current;
    if (!film || cue.wish === first.current.wish) return;
    film.currentTime = cue.seconds;
    void film.play().catch(() => undefined);
  }, [cue]);

  const report = ({ currentTime, readyState }: HTMLVideoElement) => {
    // A stream that is let go of falls back to its beginning, which is not where the reader is.
    if (readyState === HTMLMediaElement.HAVE_NOTHING) return;
    place.current = currentTime;
    playhead.report(currentTime);
  };

  const chaptersUrl = useMemo(
    () =>
      chapters.length > 0 && video.duration
        ? `data:text/vtt;charset=utf-8,${encodeURIComponent(chapterTrack(chapters, video.duration))}`
        : null,
    [chapters, video.duration],
  );

  return (
    <MediaController className={styles.player} aria-label={title}>
      {/* biome-ignore lint/a11y/useMediaCaption: the tracks are the film's own, below */}
      <video
        slot="media"
        ref={element}
        crossOrigin="anonymous"
        playsInline
        onTimeUpdate={({ currentTarget }) => report(currentTarget)}
        onSeeking={({ currentTarget }) => report(currentTarget)}
        onLoadedData={onShown}
      >
        {video.tracks.map(({ id, kind, language, label, src }) => (
          <track
            key={id}
            kind={kind === 'CAPTIONS' ? 'captions' : 'subtitles'}
            srcLang={language}
            label={label}
            src={src}
          />
        ))}
        {chaptersUrl && <track kind="chapters" default src={chaptersUrl} />}
        <track kind="metadata" label="thumbnails" default src={playback.storyboardUrl} />
      </video>
      <MediaLoadingIndicator slot="centered-chrome" className={styles.loading} />
      <MediaCaptionsMenu hidden anchor="auto" className={styles.menu} />
      <MediaControlBar className={styles.line}>
        <MediaTimeRange className={styles.range}>
          <MediaPreviewThumbnail slot="preview" className={styles.thumbnail} />
          <MediaPreviewChapterDisplay slot="preview" />
          <MediaPreviewTimeDisplay slot="preview" />
        </MediaTimeRange>
      </MediaControlBar>
      <MediaControlBar className={styles.bar}>
        <MediaPlayButton noTooltip className={styles.word}>
          <span slot="play">Play</span>
          <span slot="pause">Pause</span>
        </MediaPlayButton>
        <MediaTimeDisplay showDuration className={styles.time} />
        <span className={styles.space} />
        <MediaMuteButton noTooltip className={styles.word}>
          <span slot="off">Unmute</span>
          <span slot="low">Mute</span>
          <span slot="medium">Mute</span>
          <span slot="high">Mute</span>
        </MediaMuteButton>
        <MediaVolumeRange className={styles.volume} />
        {video.tracks.length > 0 && <CaptionsControl />}
        <MediaPlaybackRateButton noTooltip rates={RATES} className={styles.wide} />
        <MediaPipButton noTooltip className={styles.wide}>
          <span slot="enter">Picture</span>
          <span slot="exit">Exit picture</span>
        </MediaPipButton>
        <MediaFullscreenButton noTooltip className={styles.word}>
          <span slot="enter">Full</span>
          <span slot="exit">Exit full</span>
        </MediaFullscreenButton>
      </MediaControlBar>
    </MediaController>
  );
};

/** Captions are chosen by language, or switched off, also where there is only one. */
const CaptionsControl = () => (
  <MediaCaptionsMenuButton noTooltip className={styles.word}>
    <span slot="on" className={styles.on}>
      Captions
    </span>
    <span slot="off">Captions</span>
  </MediaCaptionsMenuButton>
);
