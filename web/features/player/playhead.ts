/** Where a film is, and the wish to be elsewhere: what a screen, its chapters and its transcript share. */
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
  const moved = listeners<[]>();
  const wanted = listeners<[seconds: number]>();
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
  };
};
