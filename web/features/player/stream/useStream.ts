import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Playhead } from '../state/playhead.ts';
import { usePreferences } from '../state/preferences.ts';
import { play } from '../state/runCommand.ts';
import { attachStream, type Stream } from './attachStream.ts';

/** A request to seek. The id tells apart two requests for the same second. */
export interface SeekRequest {
  id: number;
  seconds: number;
  /** Playback starts after the seek; otherwise the video stays as it is. */
  shouldPlay: boolean;
}

interface StreamOptions {
  /** The latest known HLS URL. */
  url: string;
  seekRequest: SeekRequest;
  playhead: Playhead;
  /** Fetches a new signed URL; resolves to null if there is none. */
  fetchSignedUrl: () => Promise<string | null>;
  /** Called when playback cannot continue, with whether the video was playing. */
  onFailure: (wasPlaying: boolean) => void;
}

/**
 * Attaches an HLS stream to a video element and applies seek requests. A signed stream keeps its URL until the URL is
 * rejected; it then continues with a fresh one at the same position, playing or paused as before.
 * @returns the available video heights, in pixels
 */
export const useStream = (
  videoRef: RefObject<HTMLVideoElement | null>,
  { url, seekRequest, playhead, fetchSignedUrl, onFailure }: StreamOptions,
): readonly number[] => {
  const { height } = usePreferences();
  const [heights, setHeights] = useState<readonly number[]>([]);
  const [attachedUrl, setAttachedUrl] = useState(url);
  const streamRef = useRef<Stream | null>(null);
  const latestRef = useRef({ url, height, fetchSignedUrl, onFailure });
  latestRef.current = { url, height, fetchSignedUrl, onFailure };
  const resumeRef = useRef({ seconds: seekRequest.seconds, shouldPlay: seekRequest.shouldPlay });
  const appliedIdRef = useRef(seekRequest.id);

  useEffect(() => {
    const video = videoRef.current;
    if (!video) return;
    let isCancelled = false;
    const { seconds, shouldPlay } = resumeRef.current;
    const stream = attachStream(video, attachedUrl, seconds, {
      onHeights: setHeights,
      async onFailure(isRejected) {
        const wasPlaying = !video.paused;
        resumeRef.current = { seconds: Math.max(0, playhead.currentTime()), shouldPlay: wasPlaying };
        const knownUrl = latestRef.current.url;
        // After a device wakes up, playback can continue before the scheduled refresh has run.
        const nextUrl =
          knownUrl === attachedUrl && isRejected ? await latestRef.current.fetchSignedUrl() : knownUrl;
        if (isCancelled) return;
        if (nextUrl && nextUrl !== attachedUrl) setAttachedUrl(nextUrl);
        else latestRef.current.onFailure(wasPlaying);
      },
    });
    stream.selectHeight(latestRef.current.height);
    streamRef.current = stream;
    if (shouldPlay) play(video);
    return () => {
      isCancelled = true;
      stream.detach();
    };
  }, [videoRef, attachedUrl, playhead]);

  useEffect(() => streamRef.current?.selectHeight(height), [height]);

  useEffect(() => {
    const video = videoRef.current;
    if (!video || seekRequest.id === appliedIdRef.current) return;
    appliedIdRef.current = seekRequest.id;
    video.currentTime = seekRequest.seconds;
    if (seekRequest.shouldPlay) play(video);
  }, [videoRef, seekRequest]);

  useOfflineFailure(videoRef, latestRef);
  return heights;
};

/** Reports a failure as soon as a buffering video is offline. hls.js would retry for half a minute first. */
const useOfflineFailure = (
  videoRef: RefObject<HTMLVideoElement | null>,
  latestRef: RefObject<{ onFailure: (wasPlaying: boolean) => void }>,
) => {
  useEffect(() => {
    const video = videoRef.current;
    const check = () => {
      const isBuffering = video && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA && !video.ended;
      if (isBuffering && !navigator.onLine) latestRef.current.onFailure(!video.paused);
    };
    video?.addEventListener('waiting', check);
    addEventListener('offline', check);
    return () => {
      video?.removeEventListener('waiting', check);
      removeEventListener('offline', check);
    };
  }, [videoRef, latestRef]);
};
