import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { lineSpeed } from '../../kit/video/lineSpeed.ts';
import { play } from '../../kit/video/play.ts';
import { createVideo } from './createVideo.ts';
import type { Player as PlayerComponent } from './Player.tsx';
import type { Playhead } from './state/playhead.ts';
import { useRetry } from './stream/useRetry.ts';
import type { SeekRequest } from './stream/useStream.ts';

interface PlaybackOptions {
  playhead: Playhead;
  /** Starts playback at this second on mount; null waits for the reader. */
  startSeconds: number | null;
  /** A small file of the video, which plays on a slow line before the player has loaded; null if there is none. */
  fileUrl: string | null;
  /** The element around the poster, which contains the video of a press from before hydration. */
  rootRef: RefObject<HTMLElement | null>;
}

/** The player once it has loaded. A film that is opened later renders it at once. */
let LoadedPlayer: typeof PlayerComponent | null = null;

/** Loads the player. */
export const importPlayer = async (): Promise<typeof PlayerComponent> => {
  LoadedPlayer ??= (await import('./Player.tsx')).Player;
  return LoadedPlayer;
};

/**
 * Tracks the playback of a film: its latest seek request, which is null while only the poster is shown, the player, which
 * is null until it has loaded, and what stopped playback. On a slow line, where the player takes seconds to load, the
 * request plays a small file at once, and the player takes over its video element.
 */
export const usePlayback = ({ playhead, startSeconds, fileUrl, rootRef }: PlaybackOptions) => {
  const [seekRequest, setSeekRequest] = useState<SeekRequest | null>(null);
  const [Player, setPlayer] = useState<typeof PlayerComponent | null>(null);
  const [hasFirstFrame, setHasFirstFrame] = useState(false);
  const [blockedSeconds, setBlockedSeconds] = useState<number | null>(null);
  const sourceRef = useRef<Pick<SeekRequest, 'video' | 'fileUrl'> | null>(null);
  const hasFileFailedRef = useRef(false);
  const retryState = useRetry((wasPlaying) => {
    if (playhead.currentTime() >= 0) requestSeek(playhead.currentTime(), wasPlaying);
  });

  /** Removes the player. A later request starts with a new video element. */
  const reset = () => {
    sourceRef.current?.video.remove();
    sourceRef.current = null;
    setHasFirstFrame(false);
  };
  const fail = (wasPlaying: boolean) => {
    reset();
    retryState.fail(wasPlaying);
  };
  /** Shows the poster again, because the browser lets playback start only after a press. */
  const block = (seconds: number) => {
    reset();
    setSeekRequest(null);
    setBlockedSeconds(seconds);
    // Nothing has been played, so there is no position to save.
    playhead.setCurrentTime(-1);
  };
  const showPlayer = (wasPlaying: boolean) =>
    importPlayer().then(
      (loaded) => setPlayer(() => loaded),
      () => fail(wasPlaying),
    );

  /**
   * Returns the video element of a press from before hydration (`playEarly.ts`), or creates one. On a slow line without a
   * player it plays the small file.
   */
  const createSource = (seconds: number, shouldPlay: boolean) => {
    const early = rootRef.current?.querySelector('video');
    // The request answers the press, which would be repeated.
    rootRef.current?.querySelector('[data-replay]')?.removeAttribute('data-replay');
    if (early?.error) hasFileFailedRef.current = true;
    const canPlayFile = fileUrl !== null && !hasFileFailedRef.current;
    if (!canPlayFile || (!early && (LoadedPlayer || !lineSpeed().isSlow))) {
      early?.remove();
      const video = createVideo();
      video.addEventListener('loadeddata', () => setHasFirstFrame(true));
      void showPlayer(shouldPlay);
      return { video, fileUrl: null };
    }
    const file = fileAt(fileUrl, seconds);
    const video = early ?? createVideo(file);
    if (video.getAttribute('src') !== file) video.currentTime = seconds;
    const handleFirstFrame = () => {
      setHasFirstFrame(true);
      // On a line that carries little, the player would delay the first frame.
      void showPlayer(shouldPlay);
    };
    if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) handleFirstFrame();
    else video.addEventListener('loadeddata', handleFirstFrame, { once: true });
    video.addEventListener('error', () => {
      if (!playsAlone(video)) return;
      hasFileFailedRef.current = true;
      reset();
      requestSeek(seconds, shouldPlay);
    });
    // The reader may have paused an early video.
    if (shouldPlay && !early) play(video, () => block(seconds));
    return { video, fileUrl };
  };
  function requestSeek(seconds: number, shouldPlay: boolean) {
    const { current } = sourceRef;
    if (current && playsAlone(current.video)) {
      current.video.currentTime = seconds;
      if (shouldPlay) play(current.video);
    }
    const source = current ?? createSource(seconds, shouldPlay);
    sourceRef.current = source;
    setBlockedSeconds(null);
    setSeekRequest((previous) => ({ ...source, id: (previous?.id ?? 0) + 1, seconds, shouldPlay }));
  }
  const handleSeek = useEffectEvent((seconds: number) => requestSeek(seconds, true));
  // A layout effect subscribes before the first paint, so that no press between paint and effect is lost.
  useLayoutEffect(() => playhead.onSeek(handleSeek), [playhead]);
  useEffect(
    () => (startSeconds === null ? undefined : playhead.seek(startSeconds)),
    [playhead, startSeconds],
  );
  const { failure, retry } = retryState;
  return { Player, seekRequest, hasFirstFrame, blockedSeconds, failure, fail, block, retry };
};

/** Returns whether a video plays with the controls of the browser, because the player has not taken it over yet. */
const playsAlone = ({ controls }: HTMLVideoElement): boolean => controls;

/** Returns the address of a file with the position, in seconds, at which it begins to play. */
export const fileAt = (url: string, seconds: number | null): string => url + (seconds ? `#t=${seconds}` : '');
