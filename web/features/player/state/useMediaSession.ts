import { useEffect } from 'react';
import type { Playhead } from './playhead.ts';
import { runCommand } from './runCommand.ts';

interface MediaSessionOptions {
  title: string;
  /** Poster URLs by their width in pixels. */
  posters: Readonly<Record<number, string | null>>;
  playhead: Playhead;
  /** Navigates to the next film; undefined if there is none. */
  onNext?: (() => void) | undefined;
  /** Navigates to the previous film; undefined if there is none. */
  onPrevious?: (() => void) | undefined;
}

/**
 * Connects the player to the media controls of the browser and the system, such as lock screens.
 * Source: https://w3c.github.io/mediasession/
 */
export const useMediaSession = ({
  title,
  posters,
  playhead,
  onNext,
  onPrevious,
}: MediaSessionOptions): void => {
  const artwork = JSON.stringify(posters);
  useEffect(() => {
    const session = navigator.mediaSession;
    if (!session) return;
    session.metadata = new MediaMetadata({
      title,
      artist: 'Moving Figures',
      artwork: Object.entries(JSON.parse(artwork) as MediaSessionOptions['posters']).flatMap(
        ([width, src]) => (src ? { src, sizes: `${width}x${Math.round((Number(width) * 9) / 16)}` } : []),
      ),
    });
    const toggleIf = (isPaused: boolean) => () =>
      playhead.videoElement()?.paused === isPaused && runCommand(playhead, { type: 'togglePlay' });
    const seekBy = (sign: 1 | -1) => (details: MediaSessionActionDetails) =>
      runCommand(playhead, { type: 'seekBy', seconds: sign * (details.seekOffset ?? 10) });
    const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler | undefined>> = {
      play: toggleIf(true),
      pause: toggleIf(false),
      seekbackward: seekBy(-1),
      seekforward: seekBy(1),
      seekto: ({ seekTime }) => seekTime !== undefined && playhead.seek(seekTime),
      nexttrack: onNext,
      previoustrack: onPrevious,
    };
    for (const [action, handler] of Object.entries(handlers)) setHandler(session, action, handler);
    return () => {
      for (const action of Object.keys(handlers)) setHandler(session, action, undefined);
      session.metadata = null;
    };
  }, [title, artwork, playhead, onNext, onPrevious]);
};

/** Sets an action handler. Browsers throw on actions that they do not support; their controls then lack that button. */
const setHandler = (
  session: MediaSession,
  action: string,
  handler: MediaSessionActionHandler | undefined,
): void => {
  try {
    session.setActionHandler(action as MediaSessionAction, handler ?? null);
  } catch {
    // Unsupported action.
  }
};
