import { type CSSProperties, memo, type ReactNode, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { lineSpeed } from '../../kit/video/lineSpeed.ts';
import { accentProps } from '../../lib/color/accent.ts';
import { savesData } from '../../lib/mediaConditions.ts';
import { reloadPage } from '../../lib/navigation/reloadPage.ts';
import { useVideoServiceFailure } from '../../lib/playable.ts';
import { readDataBlock } from '../../lib/readDataBlock.ts';
import { compact } from '../../lib/text/lists.ts';
import { whenIdle } from '../../lib/timing/whenIdle.ts';
import { lazyIsland } from '../../ui/lazyIsland.tsx';
import { useWatchState } from '../watch-history/watchHistoryStore.ts';
import { Poster } from './Poster.tsx';
import type { Playhead } from './state/playhead.ts';
import { startWithin } from './state/startSeconds.ts';
import { useMomentStill } from './stream/useMomentStill.ts';
import { fileAt, importPlayer, usePlayback } from './usePlayback.ts';
import type { VideoPlayerFragment } from './VideoPlayer.generated.ts';
import styles from './VideoPlayer.module.css';

const NoScriptVideo = lazyIsland(() => import('./playerChunk.ts').then(({ NoScriptVideo }) => NoScriptVideo));
const PlayerMessage = lazyIsland(() => import('./playerChunk.ts').then(({ PlayerMessage }) => PlayerMessage));
// Memoized, so that a state change of the player does not interrupt its hydration.
const PlayerEffects = memo(
  lazyIsland(() => import('./playerChunk.ts').then(({ PlayerEffects }) => PlayerEffects)),
);

/** Prefetches the player without evaluating it, because evaluation would block the main thread of slow devices. */
const prefetchPlayer = () => {
  const href = readDataBlock<{ readonly playerModule?: string }>('page-assets')?.playerModule;
  if (!href) return;
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'prefetch', as: 'script', href }),
  );
};

interface VideoPlayerProps {
  film: VideoPlayerFragment;
  playhead: Playhead;
  /** Starts playback at this second on mount; null waits for the reader. */
  startSeconds?: number | null;
  /** The main player of the page: its poster loads with high priority, and it receives keys by default. */
  isPrimary?: boolean;
  /** The page describes the film below the player. */
  hasDescriptionBelow?: boolean;
  /** The `sizes` attribute of the poster. */
  sizes: string;
  viewTransitionName?: string;
  onNext?: (() => void) | undefined;
  onPrevious?: (() => void) | undefined;
  /** Overlays, e.g. the next film. */
  children?: ReactNode;
}

/**
 * Renders the poster of a film and, once playback is requested, its player. The aspect ratio is fixed from the first
 * paint on. The player is prefetched when the page is idle, unless the reader saves data; the video loads on playback only.
 */
export const VideoPlayer = (props: VideoPlayerProps) => {
  const { film, playhead, isPrimary = false, hasDescriptionBelow = false } = props;
  const { sizes, viewTransitionName, onNext, onPrevious, children } = props;
  const { id, title, accent, poster, video, ...rest } = film;
  const chapters = useMemo(() => compact(rest.chapters), [rest.chapters]);
  const resumePosition = useWatchState(id)?.position ?? 0;
  const rootRef = useRef<HTMLDivElement>(null);
  const shouldFocusRef = useRef(false);
  const playback = video?.status === 'READY' ? video.playback : null;
  const duration = video?.duration ?? null;
  const startSeconds = startWithin(props.startSeconds ?? null, duration);
  const fileUrl = playback?.file ?? null;
  const { Player, seekRequest, hasFirstFrame, blockedSeconds, failure, fail, block, retry } = usePlayback({
    playhead,
    startSeconds,
    fileUrl,
    rootRef,
  });
  const momentStill = useMomentStill(id, blockedSeconds);
  const hasServiceFailed = useVideoServiceFailure();
  const isPlayerExpensive = () => savesData() || (fileUrl !== null && lineSpeed().isSlow);
  const prefetch = useEffectEvent(() => {
    if (!isPlayerExpensive()) prefetchPlayer();
  });
  const canPrefetch = playback !== null && isPrimary;
  useEffect(() => (canPrefetch ? whenIdle(prefetch) : undefined), [canPrefetch]);

  const { style, ...accentAttributes } = accentProps(accent);
  return (
    <>
      <div
        ref={rootRef}
        {...accentAttributes}
        className={styles.root}
        data-player-root=""
        data-unavailable={(!playback && video?.status !== 'READY') || undefined}
        style={{ ...style, '--aspect-ratio': video?.aspectRatio, viewTransitionName } as CSSProperties}
      >
        {playback && video ? (
          <>
            <VideoFrame video={seekRequest?.video ?? null} file={fileUrl && fileAt(fileUrl, startSeconds)} />
            {Player && seekRequest && !failure && (
              <Player
                title={title}
                poster={poster}
                video={video}
                playback={playback}
                chapters={chapters}
                sizes={sizes}
                playhead={playhead}
                seekRequest={seekRequest}
                filmId={id}
                onNext={onNext}
                onPrevious={onPrevious}
                shouldFocusRef={shouldFocusRef}
                onFailure={fail}
                onBlocked={block}
              />
            )}
            {!seekRequest && (
              <NoScriptVideo
                title={title}
                playback={playback}
                startSeconds={startSeconds}
                tracks={video.tracks}
              />
            )}
            <Poster
              title={title}
              poster={momentStill ? null : poster}
              still={momentStill ?? playback}
              duration={duration}
              sizes={sizes}
              isPrimary={isPrimary}
              hasFirstFrame={hasFirstFrame}
              blockedSeconds={blockedSeconds}
              resumePosition={resumePosition}
              button={!seekRequest ? 'idle' : hasFirstFrame || failure ? null : 'loading'}
              onIntent={() => isPlayerExpensive() || void importPlayer().catch(() => undefined)}
              onPlay={(seconds) => {
                shouldFocusRef.current = true;
                // A press while the film loads starts it where a browser has blocked autoplay.
                playhead.seek(seekRequest?.seconds ?? seconds);
              }}
            />
            {failure && (
              <PlayerMessage
                status={failure}
                hasDescriptionBelow={hasDescriptionBelow}
                onRetry={() => {
                  shouldFocusRef.current = true;
                  // Some browsers cache a failed import, and after a deployment the player has another name.
                  importPlayer().then(retry, reloadPage);
                }}
              />
            )}
          </>
        ) : (
          <PlayerMessage
            status={video?.status ?? (hasServiceFailed ? 'READY' : 'none')}
            hasDescriptionBelow={hasDescriptionBelow}
            onRetry={retry}
          />
        )}
        {children}
      </div>
      <PlayerEffects
        playhead={playhead}
        rootRef={rootRef}
        isPrimary={isPrimary}
        duration={duration}
        onNext={onNext}
        onPrevious={onPrevious}
        filmId={id}
        urlsExpireAt={playback?.expiresAt ?? null}
        resumePosition={blockedSeconds ?? resumePosition}
      />
    </>
  );
};

interface VideoFrameProps {
  video: HTMLVideoElement | null;
  /** The address that an early press plays on a slow line (`playEarly.ts`). */
  file: string | null;
}

const NO_MARKUP = { __html: '' };

/** Renders a video element until the player takes it over. React leaves an element from before hydration in it. */
const VideoFrame = ({ video, file }: VideoFrameProps) => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (video && !video.isConnected) ref.current?.append(video);
  }, [video]);
  return (
    <div
      ref={ref}
      className={styles.video}
      data-file={file ?? undefined}
      dangerouslySetInnerHTML={NO_MARKUP}
      suppressHydrationWarning
    />
  );
};
