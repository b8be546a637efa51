import Hls from 'hls.js/light';

/** A stream that a video element plays. */
export interface Stream {
  /** Plays it at this height in pixels from the next segment on; null leaves the choice to the connection and the window. */
  choose(height: number | null): void;
  /** Lets go of the element. */
  detach(): void;
}

interface StreamHandlers {
  /** The heights there are, in pixels, the greatest first; none where the browser itself chooses. */
  onHeights(heights: readonly number[]): void;
  /**
   * Called once when the stream cannot be had any more. The element still stands where it was.
   * @param isRefused whether its address is no longer honoured: another may be
   */
  onFailure(isRefused: boolean): void;
}

/**
 * Plays an adaptive stream in a video element: through Media Source Extensions, or by the browser itself where it can
 * only do that.
 * @param start the second to begin at
 */
export const attachStream = (
  video: HTMLVideoElement,
  url: string,
  start: number,
  { onHeights, onFailure }: StreamHandlers,
): Stream => {
  if (!Hls.isSupported()) return attachNatively(video, url, start, onFailure);
  // The segments need no repackaging, so a worker would only cost its start, and a policy that lets it come from a blob.
  const hls = new Hls({
    enableWorker: false,
    capLevelToPlayerSize: true,
    startPosition: start,
    abrEwmaDefaultEstimate: bandwidth(),
  });
  let wanted: number | null = null;
  const apply = () => {
    if (hls.levels.length > 0) hls.nextLevel = hls.levels.findIndex(({ height }) => height === wanted);
  };
  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    onHeights([...new Set(hls.levels.map(({ height }) => height))].filter(Boolean).sort((a, b) => b - a));
    if (wanted !== null) apply();
  });
  hls.on(Hls.Events.ERROR, (_event, { fatal, response }) => {
    // An address that has expired is refused at every quality: to try them all would only take time.
    const isRefused = response?.code === 401 || response?.code === 403;
    if (!fatal && !isRefused) return;
    onFailure(isRefused);
    hls.destroy();
  });
  hls.loadSource(url);
  hls.attachMedia(video);
  return {
    choose(height) {
      if (height === wanted) return;
      wanted = height;
      apply();
    },
    detach: () => hls.destroy(),
  };
};

/** Bits a second to begin with: what the browser knows of its connection, or else what most have. */
const bandwidth = (): number => {
  const { connection } = navigator as Navigator & { connection?: { downlink?: number } };
  return (connection?.downlink ?? 3) * 800_000;
};

const attachNatively = (
  video: HTMLVideoElement,
  url: string,
  start: number,
  onFailure: (isRefused: boolean) => void,
): Stream => {
  // The element does not tell why; an address that has expired is the likeliest reason.
  const onError = () => onFailure(true);
  video.src = `${url}${start > 0 ? `#t=${start}` : ''}`;
  video.addEventListener('error', onError, { once: true });
  return {
    choose: () => undefined,
    detach() {
      video.removeEventListener('error', onError);
      video.removeAttribute('src');
      video.load();
    },
  };
};
