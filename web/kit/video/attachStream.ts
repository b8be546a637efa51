import type Hls from 'hls.js';
import { firstLevel, videoScale } from './firstLevel.ts';
import { lineSpeed } from './lineSpeed.ts';

/** The class of `hls.js` or `hls.js/light`. */
export type HlsConstructor = typeof Hls;

/** An HLS stream that is attached to a media element. */
export interface Stream {
  /** Selects a height in pixels from the next segment on; null selects the quality automatically. */
  selectHeight(height: number | null): void;
  /** Detaches the stream from the media element. */
  detach(): void;
}

interface StreamHandlers {
  /** Called with the available heights in pixels, greatest first. Not called if the browser selects the quality itself. */
  onHeights(heights: readonly number[]): void;
  /**
   * Called once if the stream can no longer be loaded. The media element keeps its current time.
   * @param isRejected whether the URL was rejected, so that a fresh one may work
   */
  onFailure(isRejected: boolean): void;
}

/**
 * Attaches an HLS stream to a media element: with hls.js where Media Source Extensions exist, else natively.
 * @param HlsClass null plays natively
 * @param startSeconds the initial position
 */
export const attachStream = (
  HlsClass: HlsConstructor | null,
  video: HTMLMediaElement,
  url: string,
  startSeconds: number,
  { onHeights, onFailure }: StreamHandlers,
): Stream => {
  if (!HlsClass?.isSupported()) return attachNatively(video, url, startSeconds, onFailure);
  // The segments need no remuxing, so a worker would only cost start-up time and a CSP exception for blob: URLs.
  const hls = new HlsClass({
    enableWorker: false,
    capLevelToPlayerSize: true,
    capLevelController: scaledCap(HlsClass),
    startPosition: startSeconds,
    abrEwmaDefaultEstimate: lineSpeed().bandwidth,
  });
  let selectedHeight: number | null = null;
  const selectedLevel = () => hls.levels.findIndex(({ height }) => height === selectedHeight);
  hls.on(HlsClass.Events.MANIFEST_PARSED, () => {
    onHeights([...new Set(hls.levels.map(({ height }) => height))].filter(Boolean).sort((a, b) => b - a));
    if (selectedLevel() >= 0) hls.nextLevel = selectedLevel();
    hls.startLevel =
      selectedLevel() >= 0
        ? selectedLevel()
        : firstLevel(hls.levels, {
            playerWidth: video.clientWidth,
            scale: videoScale(devicePixelRatio),
            ...lineSpeed(),
          });
  });
  hls.on(HlsClass.Events.ERROR, (_event, { fatal, response }) => {
    // An expired URL is rejected at every quality, so hls.js need not try them all.
    const isRejected = response?.code === 401 || response?.code === 403;
    if (!fatal && !isRejected) return;
    onFailure(isRejected);
    hls.destroy();
  });
  hls.loadSource(url);
  hls.attachMedia(video);
  return {
    selectHeight(height) {
      if (height === selectedHeight) return;
      selectedHeight = height;
      if (hls.levels.length > 0) hls.nextLevel = selectedLevel();
    },
    detach: () => hls.destroy(),
  };
};

/** Returns the controller of hls.js that limits the quality by the size of the player, with the scale of `videoScale`. */
const scaledCap = ({ DefaultConfig: { capLevelController: CapLevelController } }: HlsConstructor) =>
  CapLevelController &&
  class extends CapLevelController {
    override get contentScaleFactor() {
      return videoScale(super.contentScaleFactor);
    }
  };

const attachNatively = (
  video: HTMLMediaElement,
  url: string,
  startSeconds: number,
  onFailure: (isRejected: boolean) => void,
): Stream => {
  // The error event carries no HTTP status. An expired URL is the likeliest cause.
  const onError = () => onFailure(true);
  // A file that plays already would load again.
  if (video.src.split('#')[0] !== new URL(url, location.href).href)
    video.src = `${url}${startSeconds > 0 ? `#t=${startSeconds}` : ''}`;
  video.addEventListener('error', onError, { once: true });
  return {
    selectHeight: () => undefined,
    detach() {
      video.removeEventListener('error', onError);
      video.removeAttribute('src');
      video.load();
    },
  };
};
