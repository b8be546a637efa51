/** Starts playback. Browsers may block it without a gesture; the media then stays paused. */
export const play = (media: HTMLMediaElement): void => {
  media.play().catch(() => undefined);
};
