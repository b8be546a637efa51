import {
  MediaControlBar,
  MediaController,
  MediaLoadingIndicator,
  MediaPreviewChapterDisplay,
  MediaPreviewThumbnail,
  MediaPreviewTimeDisplay,
  MediaTimeRange,
} from 'media-chrome/react';
import { type ComponentRef, useEffect, useMemo, useRef, useState } from 'react';
import { Captions } from './captions/Captions.tsx';
import { chapterTrack } from './captions/chapterTrack.ts';
import { TextTracks } from './captions/TextTracks.tsx';
import { useCaptions } from './captions/useCaptions.ts';
import { Controls } from './controls/Controls.tsx';
import { Said } from './controls/PlayerToast.tsx';
import { Settings } from './controls/Settings.tsx';
import { useTaps } from './keyboard/useDoubleTapSeek.ts';
import styles from './Player.module.css';
import type { Playhead } from './state/playhead.ts';
import { obey, stageOf } from './state/runCommand.ts';
import { useMediaSession } from './state/useMediaSession.ts';
import { useLoudnessAndSpeed } from './state/useVolumeAndRate.ts';
import { type Cue, useStream } from './stream/useStream.ts';
import type { ScreenFragment } from './VideoPlayer.generated.ts';

type Video = NonNullable<ScreenFragment['video']>;

interface PlayerProps {
  title: string;
  video: Video;
  playback: NonNullable<Video['playback']>;
  chapters: ScreenFragment['chapters'];
  playhead: Playhead;
  cue: Cue;
  /** Asks for another address of the stream; answers null when there is none. */
  renew: () => Promise<string | null>;
  /** Take the focus: the button that opened the film has gone. */
  focuses: boolean;
  /** How to go to the next film and the one before; absent where there is none. */
  onNext?: (() => void) | undefined;
  onPrevious?: (() => void) | undefined;
  /** The first frame is there: the poster may go. */
  onShown: () => void;
  /** The film cannot go on; called with whether it was playing. */
  onFailure: (wasPlaying: boolean) => void;
}

/** The film itself with its controls, which are words. Comes in a chunk of its own once somebody wants to watch. */
export const Player = (props: PlayerProps) => {
  const { title, video, playback, chapters, playhead, cue, renew, focuses, onNext, onPrevious } = props;
  const element = useRef<HTMLVideoElement>(null);
  const controller = useRef<ComponentRef<typeof MediaController>>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const languages = useMemo(() => [...new Set(video.tracks.map(({ language }) => language))], [video.tracks]);
  const stills = { 960: playback.still960, 1600: playback.still1600 };
  const heights = useStream(element, {
    url: playback.hlsUrl,
    cue,
    playhead,
    renew,
    onFailure: props.onFailure,
  });
  useCaptions(element, languages);
  useLoudnessAndSpeed(element);
  useMediaSession({ title, stills, playhead, onNext, onPrevious });
  useTaps(controller, playhead);
  useStage(controller, focuses);

  useEffect(() => {
    playhead.hold(element.current);
    return () => playhead.hold(null);
  }, [playhead]);

  const report = ({ currentTime, readyState }: HTMLVideoElement) => {
    // A stream that is let go of falls back to its beginning, which is not where the reader is.
    if (readyState !== HTMLMediaElement.HAVE_NOTHING) playhead.report(currentTime);
  };
  const onPicture = document.pictureInPictureEnabled ? () => obey(playhead, { does: 'picture' }, null) : null;

  return (
    <div className={styles.player}>
      <MediaController
        ref={controller}
        className={styles.controller}
        aria-label={title}
        tabIndex={-1}
        noHotkeys
        noVolumePref
        noMutedPref
        noSubtitlesLangPref
        noAutohide={isOpen}
        onPointerEnter={() => fetchThumbnails(element.current)}
      >
        {/* biome-ignore lint/a11y/useMediaCaption: the tracks are the film's own, below */}
        <video
          slot="media"
          ref={element}
          crossOrigin="anonymous"
          playsInline
          onTimeUpdate={({ currentTarget }) => report(currentTarget)}
          onSeeking={({ currentTarget }) => report(currentTarget)}
          onLoadedData={props.onShown}
          onEnded={() => playhead.end()}
        >
          <Tracks {...{ video, playback, chapters }} />
        </video>
        <MediaLoadingIndicator slot="centered-chrome" />
        <MediaControlBar className={styles.line}>
          <MediaTimeRange className={styles.range}>
            <MediaPreviewThumbnail slot="preview" className={styles.thumbnail} />
            <MediaPreviewChapterDisplay slot="preview" />
            <MediaPreviewTimeDisplay slot="preview" />
          </MediaTimeRange>
        </MediaControlBar>
        <Controls
          {...{ playhead, chapters, opener, onPicture }}
          length={video.duration}
          captioned={languages.length > 0}
          isOpen={isOpen}
          onSettings={() => setIsOpen(!isOpen)}
        />
      </MediaController>
      {languages.length > 0 && <Captions element={element} />}
      <Said playhead={playhead} />
      {isOpen && (
        <Settings
          {...{ languages, heights, opener, onPicture }}
          goesOn={Boolean(onNext)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
};

/** The film fills the screen together with the stage it stands on, which outlives it when another film follows. */
const useStage = (controller: { current: ComponentRef<typeof MediaController> | null }, focuses: boolean) => {
  const focus = useRef(focuses);
  useEffect(() => {
    const place = controller.current;
    if (!place) return;
    place.fullscreenElement = stageOf(place);
    if (focus.current) place.focus({ preventScroll: true });
  }, [controller]);
};

/** The film's own words, its chapters for the seek bar, its thumbnails for what is pointed at there. */
const Tracks = ({ video, playback, chapters }: Pick<PlayerProps, 'video' | 'playback' | 'chapters'>) => {
  const chaptersUrl = useMemo(
    () =>
      chapters.length > 0 && video.duration
        ? `data:text/vtt;charset=utf-8,${encodeURIComponent(chapterTrack(chapters, video.duration))}`
        : null,
    [chapters, video.duration],
  );
  return (
    <>
      <TextTracks tracks={video.tracks} />
      {chaptersUrl && <track kind="chapters" default src={chaptersUrl} />}
      <track kind="metadata" label="thumbnails" default src={playback.storyboardUrl} />
    </>
  );
};

/** Loads the thumbnails of a film before the reader points at its seek bar, where the first frame would be empty. */
const fetchThumbnails = (film: HTMLVideoElement | null): void => {
  const track = film?.querySelector<HTMLTrackElement>('track[kind="metadata"]');
  const first = track?.track.cues?.[0];
  if (!track || !first) return;
  const picture = new Image();
  // As the bar asks for it, or it would be fetched a second time.
  picture.crossOrigin = 'anonymous';
  picture.src = new URL((first as VTTCue).text, track.src).href.replace(/#.*/, '');
};
