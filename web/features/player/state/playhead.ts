/** The position of a toast over the video: its corner, or the side of the seek direction. */
export type ToastPosition = 'corner' | 'backward' | 'forward';

/** The playback position of a film, shared by its player, chapters, transcript and keyboard shortcuts. */
export interface Playhead {
  /** Returns the current time in seconds; −1 before the first playback. */
  currentTime(): number;
  /** Calls the listener when the current time changes. Returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void;
  /** Stores the current time of the video element, in seconds. */
  setCurrentTime(seconds: number): void;
  /** Requests playback from this second. The player loads if it has not yet. */
  seek(seconds: number): void;
  /** Calls the listener on each seek request. Returns a function that unsubscribes it. */
  onSeek(listener: (seconds: number) => void): () => void;
  /** Returns the video element; null before the player has loaded. */
  videoElement(): HTMLVideoElement | null;
  /** Stores the video element, or null when the player unmounts. */
  setVideoElement(element: HTMLVideoElement | null): void;
  /** Shows a toast over the video, e.g. the new volume. */
  announce(text: string, position?: ToastPosition): void;
  /** Calls the listener for each toast. Returns a function that unsubscribes it. */
  onAnnouncement(listener: (text: string, position: ToastPosition) => void): () => void;
  /** Notifies the listeners of `onEnded` that playback has reached the end. */
  notifyEnded(): void;
  /** Calls the listener when playback ends. Returns a function that unsubscribes it. */
  onEnded(listener: () => void): () => void;
}

const createEmitter = <Args extends unknown[]>() => {
  const listeners = new Set<(...args: Args) => void>();
  return {
    subscribe(listener: (...args: Args) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit(...args: Args) {
      for (const listener of listeners) listener(...args);
    },
  };
};

/** Creates the playhead of a film that has not been played yet. */
export const createPlayhead = (): Playhead => {
  let time = -1;
  let element: HTMLVideoElement | null = null;
  const timeChange = createEmitter<[]>();
  const seekRequest = createEmitter<[seconds: number]>();
  const announcement = createEmitter<[text: string, position: ToastPosition]>();
  const ended = createEmitter<[]>();
  return {
    currentTime: () => time,
    subscribe: timeChange.subscribe,
    setCurrentTime(seconds) {
      time = seconds;
      timeChange.emit();
    },
    seek(seconds) {
      time = seconds;
      timeChange.emit();
      seekRequest.emit(seconds);
    },
    onSeek: seekRequest.subscribe,
    videoElement: () => element,
    setVideoElement(next) {
      element = next;
    },
    announce: (text, position = 'corner') => announcement.emit(text, position),
    onAnnouncement: announcement.subscribe,
    notifyEnded: ended.emit,
    onEnded: ended.subscribe,
  };
};
