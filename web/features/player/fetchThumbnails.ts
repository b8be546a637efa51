/** Has the thumbnails of a film at hand before somebody points at its bar, where they would see an empty frame at first. */
export const fetchThumbnails = (film: HTMLVideoElement | null): void => {
  const track = film?.querySelector<HTMLTrackElement>('track[kind="metadata"]');
  const first = track?.track.cues?.[0];
  if (!track || !first) return;
  const picture = new Image();
  // As the bar asks for it, or it would be fetched a second time.
  picture.crossOrigin = 'anonymous';
  picture.src = new URL((first as VTTCue).text, track.src).href.replace(/#.*/, '');
};
