'use client';

import { type ComponentProps, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { HlsConstructor } from './attachStream.ts';
import { type Chapter, chapterTrackUrl } from './chapterTrack.ts';
import { renewBeforeExpiry } from './renewBeforeExpiry.ts';
import { type TextTrackSource, TextTracks } from './TextTracks.tsx';
import { useHlsStream } from './useHlsStream.ts';

/** A `Video` of the API, with the fields of `VIDEO_FRAGMENT`. */
export interface PlayableVideo {
  /** True for sound without pictures. */
  readonly isAudio?: boolean | undefined;
  readonly duration?: number | null | undefined;
  /** Null until the video is ready. */
  readonly playback: {
    readonly hlsUrl: string;
    readonly posterUrl?: string | null | undefined;
    /** Null for a public video. */
    readonly expiresAt?: string | null | undefined;
  } | null;
  readonly tracks?: readonly TextTrackSource[] | undefined;
}

export interface VideoProps extends Omit<ComponentProps<'video'>, 'src' | 'poster' | 'title' | 'ref'> {
  video: PlayableVideo;
  /** The name of the video for screen readers. */
  title: string;
  /** Fetches the video again. Called before its signed URLs expire, and when one is rejected. */
  renew?: () => Promise<PlayableVideo | null | undefined>;
  chapters?: readonly Chapter[];
  /** The language whose captions are shown from the start. Default: none, until the reader selects one. */
  captionsLanguage?: string;
  /** Called when playback cannot continue, with whether the video was playing. */
  onFailure?: (wasPlaying: boolean) => void;
}

/**
 * Renders a video with the controls of the browser, captions and chapters, and sound without pictures as `audio`. It plays HLS
 * with hls.js, or natively where there are no Media Source Extensions; hls.js and the video load when the element is near the
 * viewport.
 */
export const Video = (props: VideoProps) => (
  // Another stream is another element; another token for the same stream is not.
  <VideoElement key={props.video.playback?.hlsUrl.split('?')[0]} {...props} />
);

const VideoElement = (props: VideoProps) => {
  const { video: given, title, renew, chapters, captionsLanguage, onFailure, ...attributes } = props;
  const ref = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const [video, renewVideo] = useRenewedVideo(given, renew);
  const player = usePlayerNearViewport(ref);
  const { playback, duration, tracks = [] } = video;
  useHlsStream(ref, {
    url: player ? (playback?.hlsUrl ?? null) : null,
    Hls: player?.Hls ?? null,
    startSeconds: 0,
    autoPlay: false,
    renewUrl: async () => (await renewVideo())?.playback?.hlsUrl ?? null,
    onFailure: (wasPlaying) => onFailure?.(wasPlaying),
  });
  const chaptersUrl = useMemo(() => chapterTrackUrl(chapters ?? [], duration), [chapters, duration]);
  const shared = {
    controls: true,
    crossOrigin: 'anonymous',
    'aria-label': title,
    ...attributes,
    ref,
  } as const;
  const children = (
    <>
      <TextTracks tracks={tracks} shownLanguage={captionsLanguage} />
      {chaptersUrl && <track kind="chapters" default src={chaptersUrl} />}
    </>
  );
  return given.isAudio ? (
    <audio {...shared}>{children}</audio>
  ) : (
    <video playsInline {...shared} poster={given.playback?.posterUrl ?? undefined}>
      {children}
    </video>
  );
};

/** Returns the latest known video and a function that renews it; renews it before its URLs expire. */
const useRenewedVideo = (given: PlayableVideo, renew: VideoProps['renew']) => {
  const givenUrl = given.playback?.hlsUrl;
  const [renewed, setRenewed] = useState<{ readonly givenUrl: unknown; readonly video: PlayableVideo }>();
  const renewVideo = async () => {
    const video = await renew?.().catch(() => null);
    if (video) setRenewed({ givenUrl, video });
    return video;
  };
  const renewExpiring = useEffectEvent(renewVideo);
  // A newer video of the caller replaces the renewed one.
  const video = renewed && renewed.givenUrl === givenUrl ? renewed.video : given;
  const expiresAt = video.playback?.expiresAt;
  useEffect(() => (expiresAt ? renewBeforeExpiry(expiresAt, () => renewExpiring()) : undefined), [expiresAt]);
  return [video, renewVideo] as const;
};

/** Returns the class of hls.js, or null if the browser plays natively; undefined until the element is near the viewport. */
const usePlayerNearViewport = (ref: { readonly current: HTMLElement | null }) => {
  const [player, setPlayer] = useState<{ readonly Hls: HlsConstructor | null }>();
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    let isCancelled = false;
    const load = async () => {
      const hasMediaSource = 'MediaSource' in window || 'ManagedMediaSource' in window;
      // Without hls.js, native playback is tried.
      const loaded = hasMediaSource ? await import('hls.js/light').catch(() => null) : null;
      if (!isCancelled) setPlayer({ Hls: loaded?.default ?? null });
    };
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        void load();
      },
      { rootMargin: '50%' },
    );
    observer.observe(element);
    return () => {
      isCancelled = true;
      observer.disconnect();
    };
  }, [ref]);
  return player;
};
