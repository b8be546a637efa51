'use client';

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { attachStream, type HlsConstructor, type Stream } from './attachStream.ts';
import { play } from './play.ts';

export interface HlsStreamOptions {
  /** The latest known HLS URL; null attaches nothing. */
  url: string | null;
  /** The class of hls.js; null plays natively. */
  Hls: HlsConstructor | null;
  /** The start of playback in seconds. Only the first value counts. */
  startSeconds: number;
  /** True if it plays at once. Only the first value counts. */
  autoPlay: boolean;
  /** Returns the position in seconds. Default: the position of the media element. */
  currentTime?: () => number;
  /** The height in pixels; null selects the quality automatically. */
  height?: number | null;
  /** Fetches a new signed URL; resolves to null if there is none. */
  renewUrl: () => Promise<string | null>;
  /** Called when playback cannot continue, with whether the video was playing. */
  onFailure: (wasPlaying: boolean) => void;
  /** Called if the browser does not let playback start without a press of the reader. */
  onBlocked?: () => void;
}

/**
 * Attaches an HLS stream to a media element. A signed stream keeps its URL until the URL is rejected; it then continues
 * with a fresh one at the same position, playing or paused as before.
 * @returns the available video heights, in pixels
 */
export const useHlsStream = (
  videoRef: RefObject<HTMLMediaElement | null>,
  options: HlsStreamOptions,
): readonly number[] => {
  const { url, Hls, startSeconds, autoPlay, height = null } = options;
  const [heights, setHeights] = useState<readonly number[]>([]);
  const [renewedUrl, setRenewedUrl] = useState<string | null>(null);
  // The first URL stays: another token for the same stream would interrupt it.
  const [firstUrl, setFirstUrl] = useState(url);
  if (firstUrl === null && url !== null) setFirstUrl(url);
  const attachedUrl = renewedUrl ?? firstUrl;
  const streamRef = useRef<Stream | null>(null);
  const resumeRef = useRef({ seconds: startSeconds, shouldPlay: autoPlay });
  const selectInitialHeight = useEffectEvent((stream: Stream) => stream.selectHeight(height));
  const currentTime = useEffectEvent(
    (video: HTMLMediaElement) => options.currentTime?.() ?? video.currentTime,
  );
  // After a device wakes up, playback can continue before the scheduled renewal has run.
  const nextUrlAfter = useEffectEvent(async (failedUrl: string, isRejected: boolean) =>
    url === failedUrl && isRejected ? options.renewUrl() : url,
  );
  const handleFailure = useEffectEvent(options.onFailure);
  const handleBlocked = useEffectEvent(() => options.onBlocked?.());

  useEffect(() => {
    const video = videoRef.current;
    if (!video || attachedUrl === null) return;
    let isCancelled = false;
    const { seconds, shouldPlay } = resumeRef.current;
    const stream = attachStream(Hls, video, attachedUrl, seconds, {
      onHeights: setHeights,
      async onFailure(isRejected) {
        const wasPlaying = !video.paused;
        resumeRef.current = { seconds: Math.max(0, currentTime(video)), shouldPlay: wasPlaying };
        const nextUrl = await nextUrlAfter(attachedUrl, isRejected);
        if (isCancelled) return;
        if (nextUrl && nextUrl !== attachedUrl) setRenewedUrl(nextUrl);
        else handleFailure(wasPlaying);
      },
    });
    selectInitialHeight(stream);
    streamRef.current = stream;
    if (shouldPlay) play(video, () => isCancelled || handleBlocked());
    return () => {
      isCancelled = true;
      stream.detach();
    };
  }, [videoRef, attachedUrl, Hls]);

  useEffect(() => streamRef.current?.selectHeight(height), [height]);
  useOfflineFailure(videoRef, options.onFailure);
  return heights;
};

/** Reports a failure as soon as a buffering video is offline. hls.js would retry for half a minute first. */
const useOfflineFailure = (
  videoRef: RefObject<HTMLMediaElement | null>,
  onFailure: (wasPlaying: boolean) => void,
) => {
  const handleFailure = useEffectEvent(onFailure);
  useEffect(() => {
    const video = videoRef.current;
    const check = () => {
      if (!video || navigator.onLine || video.ended) return;
      const hasStarted = !video.paused || video.played.length > 0;
      if (hasStarted && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) handleFailure(!video.paused);
    };
    video?.addEventListener('waiting', check);
    addEventListener('offline', check);
    return () => {
      video?.removeEventListener('waiting', check);
      removeEventListener('offline', check);
    };
  }, [videoRef]);
};
