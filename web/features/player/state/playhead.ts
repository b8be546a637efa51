/** Where on the screen something is said: at its corner, or on the side to which a film was led. */
export type SaidAt = 'start' | 'back' | 'on';

/** Where a film is, and the wish to be elsewhere: what a screen, its chapters, its transcript and its keys share. */
export interface Playhead {
  /** In seconds; −1 as long as the film has not been opened. */
  now(): number;
  /** Calls back whenever the film has moved on; answers how to stop that. */
  subscribe(listener: () => void): () => void;
  /** The player tells where it is, in seconds. */
  report(seconds: number): void;
  /** A reader wants to be at this second. Opens the film when it is not yet open. */
  seek(seconds: number): void;
  /** Calls back with every wish; answers how to stop that. */
  onSeek(listener: (seconds: number) => void): () => void;
  /** The element that plays the film; null as long as it has not been opened. */
  film(): HTMLVideoElement | null;
  /** The player hands over its element, and takes it back with null. */
  hold(film: HTMLVideoElement | null): void;
  /** Says something on the screen for a moment, e.g. how loud it is now. */
  say(words: string, at?: SaidAt): void;
  /** Calls back with all that is to be said; answers how to stop that. */
  onSay(listener: (words: string, at: SaidAt) => void): () => void;
  /** The film has come to its end. */
  end(): void;
  /** Calls back at every end; answers how to stop that. */
  onEnd(listener: () => void): () => void;
}

const listeners = <Heard extends unknown[]>() => {
  const all = new Set<(...heard: Heard) => void>();
  return {
    add(listener: (...heard: Heard) => void) {
      all.add(listener);
      return () => void all.delete(listener);
    },
    tell(...heard: Heard) {
      for (const listener of all) listener(...heard);
    },
  };
};

/** The playhead of a film that nobody has opened yet. */
export const createPlayhead = (): Playhead => {
  let position = -1;
  let element: HTMLVideoElement | null = null;
  const moved = listeners<[]>();
  const wanted = listeners<[seconds: number]>();
  const said = listeners<[words: string, at: SaidAt]>();
  const ended = listeners<[]>();
  return {
    now: () => position,
    subscribe: moved.add,
    report(seconds) {
      position = seconds;
      moved.tell();
    },
    seek(seconds) {
      position = seconds;
      moved.tell();
      wanted.tell(seconds);
    },
    onSeek: wanted.add,
    film: () => element,
    hold(film) {
      element = film;
    },
    say: (words, at = 'start') => said.tell(words, at),
    onSay: said.add,
    end: ended.tell,
    onEnd: ended.add,
  };
};
