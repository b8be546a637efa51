import Hls from 'hls.js/light';
import { useEffect, useMemo, useRef } from 'react';
import { play } from '../../../kit/video/play.ts';
import { useHlsStream } from '../../../kit/video/useHlsStream.ts';
import type { Playhead } from '../state/playhead.ts';
import { usePreferences } from '../state/preferences.ts';

/** A request to seek. The id tells apart two requests for the same second. */
export interface SeekRequest {
  id: number;
  seconds: number;
  /** Playback starts after the seek; otherwise the video stays as it is. */
  shouldPlay: boolean;
  /** The video element. A request after a failure has a new one. */
  video: HTMLVideoElement;
  /** The file that the element plays already; null if it is to play the stream. */
  fileUrl: string | null;
}

interface StreamOptions {
  /** The latest known HLS URL. */
  url: string;
  seekRequest: SeekRequest;
  playhead: Playhead;
  /** Fetches a new signed URL; resolves to null if there is none. */
  refetchPlayback: () => Promise<string | null>;
  /** Called when playback cannot continue, with whether the video was playing. */
  onFailure: (wasPlaying: boolean) => void;
  /** Called if the browser does not let playback start without a press of the reader. */
  onBlocked: (seconds: number) => void;
}

/**
 * Attaches an HLS stream to the video element of a seek request, in the preferred quality, and applies seek requests.
 * @returns the available video heights, in pixels
 */
export const useStream = ({
  url,
  seekRequest,
  playhead,
  refetchPlayback,
  onFailure,
  onBlocked,
}: StreamOptions): readonly number[] => {
  const { seconds, shouldPlay, fileUrl, video } = seekRequest;
  // The kit attaches streams to elements that components render.
  const videoRef = useMemo(() => ({ current: video }), [video]);
  const { height } = usePreferences();
  const appliedIdRef = useRef(seekRequest.id);
  const heights = useHlsStream(videoRef, {
    url: fileUrl ?? url,
    Hls: fileUrl === null ? Hls : null,
    height,
    startSeconds: seconds,
    // The reader may have paused the file.
    autoPlay: shouldPlay && fileUrl === null,
    currentTime: playhead.currentTime,
    renewUrl: fileUrl === null ? refetchPlayback : async () => null,
    onFailure,
    onBlocked: () => onBlocked(seconds),
  });

  useEffect(() => {
    if (seekRequest.id === appliedIdRef.current) return;
    appliedIdRef.current = seekRequest.id;
    video.currentTime = seekRequest.seconds;
    if (seekRequest.shouldPlay) play(video);
  }, [video, seekRequest]);

  return heights;
};
