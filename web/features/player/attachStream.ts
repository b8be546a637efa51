import Hls from 'hls.js/light';

/**
 * Plays an adaptive stream in a video element: through Media Source Extensions, or by the browser itself where it can
 * only do that.
 * @param start the second to begin at
 * @param onFailure called once when the stream cannot be had
 * @returns how to let go of it
 */
export const attachStream = (
  video: HTMLVideoElement,
  url: string,
  start: number,
  onFailure: () => void,
): (() => void) => {
  if (!Hls.isSupported()) {
    video.src = `${url}${start > 0 ? `#t=${start}` : ''}`;
    video.addEventListener('error', onFailure, { once: true });
    return () => {
      video.removeEventListener('error', onFailure);
      video.removeAttribute('src');
      video.load();
    };
  }
  // The segments need no repackaging, so a worker would only cost its start, and a policy that lets it come from a blob.
  const hls = new Hls({ enableWorker: false, capLevelToPlayerSize: true, startPosition: start });
  hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
    if (!fatal) return;
    hls.destroy();
    onFailure();
  });
  hls.loadSource(url);
  hls.attachMedia(video);
  return () => hls.destroy();
};
