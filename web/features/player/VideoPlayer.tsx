import {
  type CSSProperties,
  memo,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { accentProps } from '../../lib/color/accent.ts';
import { savesData } from '../../lib/mediaConditions.ts';
import { reloadPage } from '../../lib/navigation/reloadPage.ts';
import { readDataBlock } from '../../lib/readDataBlock.ts';
import { compact } from '../../lib/text/lists.ts';
import { whenIdle } from '../../lib/timing/whenIdle.ts';
import { lazyIsland } from '../../ui/lazyIsland.tsx';
import { useWatchState } from '../watch-history/watchHistoryStore.ts';
import type { Player as PlayerComponent } from './Player.tsx';
import { Poster } from './Poster.tsx';
import type { Playhead } from './state/playhead.ts';
import { useRetry } from './stream/useRetry.ts';
import type { SeekRequest } from './stream/useStream.ts';
import type { VideoPlayerFragment } from './VideoPlayer.generated.ts';
import styles from './VideoPlayer.module.css';

const NoScriptVideo = lazyIsland(() => import('./playerChunk.ts').then(({ NoScriptVideo }) => NoScriptVideo));
const PlayerMessage = lazyIsland(() => import('./playerChunk.ts').then(({ PlayerMessage }) => PlayerMessage));
// Memoized, so that a state change of the player does not interrupt its hydration.
const PlayerEffects = memo(
  lazyIsland(() => import('./playerChunk.ts').then(({ PlayerEffects }) => PlayerEffects)),
);
const importPlayer = () => import('./Player.tsx');

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
  const { film, playhead, startSeconds = null, isPrimary = false, hasDescriptionBelow = false } = props;
  const { sizes, viewTransitionName, onNext, onPrevious, children } = props;
  const { id, title, accent, poster, video, ...rest } = film;
  const chapters = useMemo(() => compact(rest.chapters), [rest.chapters]);
  const [hasFirstFrame, setHasFirstFrame] = useState(false);
  const resumePosition = useWatchState(id)?.position ?? 0;
  const rootRef = useRef<HTMLDivElement>(null);
  const shouldFocusRef = useRef(false);
  const playback = video?.status === 'READY' ? video.playback : null;
  const duration = video?.duration ?? null;
  const { Player, seekRequest, failure, fail, retry } = useSeekRequest(playhead, startSeconds, () =>
    setHasFirstFrame(false),
  );
  useEffect(() => {
    if (playback && isPrimary && !savesData()) return whenIdle(prefetchPlayer);
    return undefined;
  }, [playback, isPrimary]);

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
                onFirstFrame={() => setHasFirstFrame(true)}
                onFailure={fail}
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
              poster={poster}
              playback={playback}
              duration={duration}
              sizes={sizes}
              isPrimary={isPrimary}
              hasFirstFrame={hasFirstFrame}
              resumePosition={resumePosition}
              button={!seekRequest ? 'idle' : hasFirstFrame || failure ? null : 'loading'}
              onIntent={() => savesData() || void importPlayer().catch(() => undefined)}
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
            status={video?.status ?? 'none'}
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
        isEncoding={video?.status === 'PREPARING'}
        resumePosition={resumePosition}
      />
    </>
  );
};

/**
 * Returns the latest seek request of a playhead; null before the first. A retry after a failure is a new request. A
 * request loads the player, which is null until then.
 */
const useSeekRequest = (playhead: Playhead, startSeconds: number | null, onRetry: () => void) => {
  const [seekRequest, setSeekRequest] = useState<SeekRequest | null>(null);
  const [Player, setPlayer] = useState<typeof PlayerComponent | null>(null);
  const retryState = useRetry((wasPlaying) => {
    onRetry();
    if (playhead.currentTime() >= 0) requestSeek(playhead.currentTime(), wasPlaying);
  });
  function requestSeek(seconds: number, shouldPlay: boolean) {
    setSeekRequest((previous) => ({ id: (previous?.id ?? 0) + 1, seconds, shouldPlay }));
    importPlayer().then(
      ({ Player: loaded }) => setPlayer(() => loaded),
      () => retryState.fail(shouldPlay),
    );
  }
  const handleSeek = useEffectEvent((seconds: number) => requestSeek(seconds, true));
  // A layout effect subscribes before the first paint, so that no press between paint and effect is lost.
  useLayoutEffect(() => playhead.onSeek(handleSeek), [playhead]);
  useEffect(
    () => (startSeconds === null ? undefined : playhead.seek(startSeconds)),
    [playhead, startSeconds],
  );
  return { Player, seekRequest, ...retryState };
};
