/**
 * Starts playback. The media stays paused if the browser blocks it.
 * @param onBlocked called if playback needs a press of the reader first
 */
export const play = (media: HTMLMediaElement, onBlocked?: () => void): void => {
  media.play().catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'NotAllowedError') onBlocked?.();
  });
};
