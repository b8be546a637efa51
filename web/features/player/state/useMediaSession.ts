import { useEffect } from 'react';
import type { Playhead } from './playhead.ts';
import { obey } from './runCommand.ts';

interface Shown {
  title: string;
  /** Stills by their width in pixels. */
  stills: Readonly<Record<number, string>>;
  playhead: Playhead;
  /** What to do to go to the next film or the one before; absent where there is none. */
  onNext?: (() => void) | undefined;
  onPrevious?: (() => void) | undefined;
}

/** Shows a film on lock screens and in the system's own controls, and does what is asked there (https://w3c.github.io/mediasession/). */
export const useMediaSession = ({ title, stills, playhead, onNext, onPrevious }: Shown): void => {
  const artwork = JSON.stringify(stills);
  useEffect(() => {
    const session = navigator.mediaSession;
    if (!session) return;
    session.metadata = new MediaMetadata({
      title,
      artist: 'Moving Figures',
      artwork: Object.entries(JSON.parse(artwork) as Shown['stills']).map(([width, src]) => ({
        src,
        sizes: `${width}x${Math.round((Number(width) * 9) / 16)}`,
      })),
    });
    const toggle = (paused: boolean) => () =>
      playhead.film()?.paused === paused && obey(playhead, { does: 'toggle' }, null);
    const skip = (sign: 1 | -1) => (details: MediaSessionActionDetails) =>
      obey(playhead, { does: 'skip', seconds: sign * (details.seekOffset ?? 10) }, null);
    const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler | undefined>> = {
      play: toggle(true),
      pause: toggle(false),
      seekbackward: skip(-1),
      seekforward: skip(1),
      seekto: ({ seekTime }) => seekTime !== undefined && playhead.seek(seekTime),
      nexttrack: onNext,
      previoustrack: onPrevious,
    };
    for (const [action, handler] of Object.entries(handlers)) handle(session, action, handler);
    return () => {
      for (const action of Object.keys(handlers)) handle(session, action, undefined);
      session.metadata = null;
    };
  }, [title, artwork, playhead, onNext, onPrevious]);
};

/** A browser refuses actions that it does not know by throwing. */
const handle = (
  session: MediaSession,
  action: string,
  handler: MediaSessionActionHandler | undefined,
): void => {
  try {
    session.setActionHandler(action as MediaSessionAction, handler ?? null);
  } catch {
    // Its controls then lack this button.
  }
};
