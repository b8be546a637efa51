import { useEffect } from 'react';
import { PUBLICATION } from '../../../lib/publication.ts';
import type { Playhead } from './playhead.ts';
import { runCommand } from './runCommand.ts';

interface MediaSessionOptions {
  title: string;
  /** The posters of 960 and 1600 pixels. */
  still960: string | null;
  still1600: string | null;
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
  still960,
  still1600,
  playhead,
  onNext,
  onPrevious,
}: MediaSessionOptions): void => {
  useEffect(() => {
    const session = navigator.mediaSession;
    if (!session) return;
    session.metadata = new MediaMetadata({
      title,
      artist: PUBLICATION.name,
      artwork: [
        ...(still960 ? [{ src: still960, sizes: '960x540' }] : []),
        ...(still1600 ? [{ src: still1600, sizes: '1600x900' }] : []),
      ],
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
  }, [title, still960, still1600, playhead, onNext, onPrevious]);
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
