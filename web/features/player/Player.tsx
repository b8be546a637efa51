import {
  MediaControlBar,
  MediaController,
  MediaLoadingIndicator,
  MediaPreviewChapterDisplay,
  MediaPreviewThumbnail,
  MediaPreviewTimeDisplay,
  MediaTimeRange,
} from 'media-chrome/react';
import {
  type ComponentRef,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { type Chapter, chapterTrackUrl } from '../../kit/video/chapterTrack.ts';
import { TextTracks } from '../../kit/video/TextTracks.tsx';
import { FilmImage } from '../../ui/images/FilmImage.tsx';
import { Captions } from './captions/Captions.tsx';
import { useCaptions } from './captions/useCaptions.ts';
import { Controls } from './controls/Controls.tsx';
import { PlayerToast } from './controls/PlayerToast.tsx';
import { Settings } from './controls/Settings.tsx';
import { useDoubleClick } from './keyboard/useDoubleClick.ts';
import { useDoubleTapSeek } from './keyboard/useDoubleTapSeek.ts';
import styles from './Player.late.module.css';
import type { Playhead } from './state/playhead.ts';
import { fullscreenTarget, runCommand } from './state/runCommand.ts';
import { useMediaSession } from './state/useMediaSession.ts';
import { usePlaybackPreferences } from './state/usePlaybackPreferences.ts';
import { useRefetchPlayback } from './stream/useSignedUrlRefresh.ts';
import { type SeekRequest, useStream } from './stream/useStream.ts';
import type { VideoPlayerFragment } from './VideoPlayer.generated.ts';

type Video = NonNullable<VideoPlayerFragment['video']>;

export interface PlayerProps {
  title: string;
  poster: VideoPlayerFragment['poster'];
  video: Video;
  playback: NonNullable<Video['playback']>;
  chapters: readonly Chapter[];
  /** The `sizes` attribute of the poster. */
  sizes: string;
  playhead: Playhead;
  seekRequest: SeekRequest;
  /** The global id of the film. */
  filmId: string;
  /** True after a press of a button that has been removed: the player takes the focus once, and sets it to false. */
  shouldFocusRef: RefObject<boolean>;
  /** Navigates to the next film; undefined if there is none. */
  onNext?: (() => void) | undefined;
  /** Navigates to the previous film; undefined if there is none. */
  onPrevious?: (() => void) | undefined;
  /** Called when playback cannot continue, with whether the video was playing. */
  onFailure: (wasPlaying: boolean) => void;
  /** Called if the browser does not let playback start without a press of the reader. */
  onBlocked: (seconds: number) => void;
}

/**
 * Renders the video element of the seek request with its controls, and after the end its poster in place of the last
 * frame, which is black in many films. This module is a chunk of its own that loads when playback is requested.
 */
export const Player = (props: PlayerProps) => {
  const { title, poster, video, playback, chapters, sizes, playhead, seekRequest, filmId } = props;
  const { shouldFocusRef, onNext, onPrevious, onFailure, onBlocked } = props;
  const videoElement = seekRequest.video;
  const controllerRef = useRef<ComponentRef<typeof MediaController>>(null);
  const settingsId = useId();
  const [isSettingsOpen, setIsSettingsOpen] = useState(false);
  const languages = useMemo(() => [...new Set(video.tracks.map(({ language }) => language))], [video.tracks]);
  const { still960, still1600 } = playback;
  useTakeover(controllerRef, videoElement);
  const heights = useStream({
    url: playback.hlsUrl,
    seekRequest,
    playhead,
    refetchPlayback: useRefetchPlayback(filmId),
    onFailure,
    onBlocked,
  });
  useCaptions(videoElement, languages);
  usePlaybackPreferences(videoElement, video.duration);
  // Sound has no frame that replaces its poster.
  const soundPoster = (video.isAudio && poster?.url) || '';
  useEffect(() => {
    videoElement.poster = soundPoster;
  }, [videoElement, soundPoster]);
  useMediaSession({ title, still960, still1600, playhead, onNext, onPrevious });
  useDoubleClick(controllerRef, playhead);
  useDoubleTapSeek(controllerRef, playhead);
  useController(controllerRef, title, shouldFocusRef);

  const hasEnded = useVideoEvents(videoElement, playhead);
  const onPictureInPicture = document.pictureInPictureEnabled
    ? () => runCommand(playhead, { type: 'pip' })
    : null;

  return (
    <div className={styles.player} data-ended={hasEnded || undefined}>
      {hasEnded && <FilmImage poster={poster} sizes={sizes} still={playback} className={styles.endPoster} />}
      <MediaController
        ref={controllerRef}
        className={styles.controller}
        tabIndex={-1}
        noHotkeys
        noVolumePref
        noMutedPref
        noSubtitlesLangPref
        noAutohide={isSettingsOpen}
        onPointerEnter={() => preloadStoryboard(videoElement)}
      >
        <MediaLoadingIndicator slot="centered-chrome" />
        <MediaControlBar className={styles.seekBar}>
          <MediaTimeRange className={styles.timeRange}>
            <MediaPreviewThumbnail slot="preview" className={styles.thumbnail} />
            <MediaPreviewChapterDisplay slot="preview" />
            <MediaPreviewTimeDisplay slot="preview" />
          </MediaTimeRange>
        </MediaControlBar>
        <Controls
          playhead={playhead}
          chapters={chapters}
          settingsId={settingsId}
          onPictureInPicture={onPictureInPicture}
          duration={video.duration}
          hasCaptions={languages.length > 0}
        />
      </MediaController>
      {createPortal(<Tracks video={video} playback={playback} chapters={chapters} />, videoElement)}
      {languages.length > 0 && <Captions video={videoElement} />}
      <PlayerToast playhead={playhead} />
      <Settings
        id={settingsId}
        languages={languages}
        heights={heights}
        duration={video.duration}
        hasNext={Boolean(onNext)}
        onPictureInPicture={onPictureInPicture}
        onToggle={setIsSettingsOpen}
      />
    </div>
  );
};

/** Moves the video element into the controller, which replaces the controls of the browser. It does not pause by that. */
const useTakeover = (
  controllerRef: RefObject<ComponentRef<typeof MediaController> | null>,
  video: HTMLVideoElement,
) => {
  useLayoutEffect(() => {
    const hasFocus = document.activeElement === video;
    controllerRef.current?.append(video);
    video.controls = false;
    if (hasFocus) controllerRef.current?.focus({ preventScroll: true });
  }, [controllerRef, video]);
};

/** Reports the time and the end of a video to the playhead. Returns whether it has ended. */
const useVideoEvents = (video: HTMLVideoElement, playhead: Playhead): boolean => {
  const [hasEnded, setHasEnded] = useState(false);
  useEffect(() => {
    playhead.setVideoElement(video);
    return () => playhead.setVideoElement(null);
  }, [playhead, video]);
  const handleEvent = useEffectEvent(({ type }: Event) => {
    if (type === 'playing') setHasEnded(false);
    else if (type === 'seeked') setHasEnded(video.ended);
    else if (type === 'ended') {
      setHasEnded(true);
      playhead.notifyEnded();
    }
    // Detaching the stream resets the element to 0, which is not the position of the reader.
    else if (video.readyState !== HTMLMediaElement.HAVE_NOTHING) playhead.setCurrentTime(video.currentTime);
  });
  useEffect(() => {
    const listener = new AbortController();
    for (const type of ['timeupdate', 'seeking', 'seeked', 'playing', 'ended'])
      video.addEventListener(type, handleEvent, { signal: listener.signal });
    // A small file can end before the player has loaded.
    if (video.ended) handleEvent(new Event('ended'));
    return () => listener.abort();
  }, [video]);
  return hasEnded;
};

/** Sets the full-screen element and the name of the media controller, and focuses the controller if requested. */
const useController = (
  controllerRef: RefObject<ComponentRef<typeof MediaController> | null>,
  title: string,
  shouldFocusRef: RefObject<boolean>,
) => {
  useEffect(() => {
    const controller = controllerRef.current;
    if (!controller) return;
    controller.fullscreenElement = fullscreenTarget(controller);
    if (shouldFocusRef.current) controller.focus({ preventScroll: true });
    // The player mounts again when the browser is back online, while the reader may type elsewhere.
    shouldFocusRef.current = false;
  }, [controllerRef, shouldFocusRef]);
  // The controller names itself “video player” when it is connected.
  useEffect(
    () => controllerRef.current?.setAttribute('aria-label', `Video player: ${title}`),
    [controllerRef, title],
  );
};

/** Renders the tracks of captions, chapters and seek bar thumbnails. */
const Tracks = ({ video, playback, chapters }: Pick<PlayerProps, 'video' | 'playback' | 'chapters'>) => {
  const chaptersUrl = useMemo(() => chapterTrackUrl(chapters, video.duration), [chapters, video.duration]);
  return (
    <>
      <TextTracks tracks={video.tracks} />
      {chaptersUrl && <track kind="chapters" default src={chaptersUrl} />}
      {playback.storyboardUrl && (
        <track kind="metadata" label="thumbnails" default src={playback.storyboardUrl} />
      )}
    </>
  );
};

/** Preloads the image with the seek bar thumbnails, so that the first preview is not empty. */
const preloadStoryboard = (video: HTMLVideoElement): void => {
  const track = video.querySelector<HTMLTrackElement>('track[kind="metadata"]');
  const firstCue = track?.track.cues?.[0];
  if (!track || !firstCue) return;
  const image = new Image();
  // The CORS mode of media-chrome's own request. With another mode the browser would fetch the image twice.
  image.crossOrigin = 'anonymous';
  image.src = new URL((firstCue as VTTCue).text, track.src).href.replace(/#.*/, '');
};
