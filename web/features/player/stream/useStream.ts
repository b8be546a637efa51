import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Playhead } from '../state/playhead.ts';
import { usePreferences } from '../state/preferences.ts';
import { play } from '../state/runCommand.ts';
import { attachStream, type Stream } from './attachStream.ts';

/** Where to be, and which wish it is: the same second may be wished for twice. */
export interface Cue {
  seconds: number;
  wish: number;
  /** Whether to play on from there, or to wait. */
  plays: boolean;
}

interface StreamWish {
  /** The address of the stream, as fresh as it is known. */
  url: string;
  cue: Cue;
  playhead: Playhead;
  /** Asks for another address of the stream; answers null when there is none. */
  renew: () => Promise<string | null>;
  /** Called with whether the film was playing when it could not go on. */
  onFailure: (wasPlaying: boolean) => void;
}

/**
 * Brings a stream into a video element and follows the wishes for it. The address of a signed film is renewed while
 * it plays: what plays is left alone until its address no longer works, and then goes on where it was, as it was.
 * @returns the heights there are to choose from, in pixels
 */
export const useStream = (
  element: RefObject<HTMLVideoElement | null>,
  { url, cue, playhead, renew, onFailure }: StreamWish,
): readonly number[] => {
  const { height } = usePreferences();
  const [heights, setHeights] = useState<readonly number[]>([]);
  const [address, setAddress] = useState(url);
  const stream = useRef<Stream | null>(null);
  const latest = useRef({ url, height, renew, onFailure });
  latest.current = { url, height, renew, onFailure };
  const state = useRef({ seconds: cue.seconds, plays: cue.plays });
  const followed = useRef(cue.wish);

  useEffect(() => {
    const film = element.current;
    if (!film) return;
    let isOver = false;
    const { seconds, plays } = state.current;
    const attached = attachStream(film, address, seconds, {
      onHeights: setHeights,
      async onFailure(isRefused) {
        const wasPlaying = !film.paused;
        state.current = { seconds: Math.max(0, playhead.now()), plays: wasPlaying };
        const known = latest.current.url;
        // After a long sleep a film is played on before its addresses could be renewed in time.
        const fresh = known === address && isRefused ? await latest.current.renew() : known;
        if (isOver) return;
        if (fresh && fresh !== address) setAddress(fresh);
        else latest.current.onFailure(wasPlaying);
      },
    });
    attached.choose(latest.current.height);
    stream.current = attached;
    if (plays) play(film);
    return () => {
      isOver = true;
      attached.detach();
    };
  }, [element, address, playhead]);

  useEffect(() => stream.current?.choose(height), [height]);

  useEffect(() => {
    const film = element.current;
    if (!film || cue.wish === followed.current) return;
    followed.current = cue.wish;
    film.currentTime = cue.seconds;
    if (cue.plays) play(film);
  }, [element, cue]);

  useOffline(element, latest);
  return heights;
};

/** A film that waits for what cannot come is not let wait: the library would try for half a minute without a word. */
const useOffline = (
  element: RefObject<HTMLVideoElement | null>,
  latest: RefObject<{ onFailure: (wasPlaying: boolean) => void }>,
) => {
  useEffect(() => {
    const film = element.current;
    const check = () => {
      const starves = film && film.readyState < HTMLMediaElement.HAVE_FUTURE_DATA && !film.ended;
      if (starves && !navigator.onLine) latest.current.onFailure(!film.paused);
    };
    film?.addEventListener('waiting', check);
    addEventListener('offline', check);
    return () => {
      film?.removeEventListener('waiting', check);
      removeEventListener('offline', check);
    };
  }, [element, latest]);
};
