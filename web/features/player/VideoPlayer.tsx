import type { FragmentType } from '@apollo/client';
import {
  type CSSProperties,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { later } from '../../components/lazyIsland.tsx';
import { accented } from '../../components/text/accent.ts';
import { whenIdle } from '../../components/timing/whenIdle.ts';
import { useKeptFilm } from '../watch-history/watchHistoryStore.ts';
import { PlainFilm } from './NoScriptVideo.tsx';
import { Poster } from './Poster.tsx';
import type { Playhead } from './state/playhead.ts';
import { useKeptPlace } from './state/useSaveProgress.ts';
import { useRetry } from './stream/useRetry.ts';
import { useFreshAddresses, useRenewal, useWaitingForFilm } from './stream/useSignedUrlRefresh.ts';
import type { Cue } from './stream/useStream.ts';
import { type ScreenFragment, useScreenFragment } from './VideoPlayer.generated.ts';
import styles from './VideoPlayer.module.css';

const ScreenMessage = later(() => import('./PlayerMessage.tsx').then(({ ScreenMessage }) => ScreenMessage));
// Nothing of it is on the page, so that it need not be taken over anew whenever the screen changes.
const ScreenKeys = memo(
  later(() => import('./keyboard/PlayerHotkeys.tsx').then(({ ScreenKeys }) => ScreenKeys)),
);
const fetchPlayer = () => import('./Player.tsx');
const Player = lazy(() => fetchPlayer().then(({ Player }) => ({ default: Player })));

/** Has the player at hand without running it, which would keep a slow telephone busy before anybody has asked for it. */
const fetchPlayerAhead = () => {
  const href = window.__handover?.player;
  if (!href) return;
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'prefetch', as: 'script', href }),
  );
};

interface ScreenProps {
  film: FragmentType<ScreenFragment>;
  playhead: Playhead;
  /** Begin at this second, at once; null waits to be asked. */
  start?: number | null;
  /** The screen a page opens with: its poster is fetched at once and first. */
  lead?: boolean;
  /** The page tells about the film under its screen. */
  toldBelow?: boolean;
  sizes: string;
  transition?: string;
  onNext?: (() => void) | undefined;
  onPrevious?: (() => void) | undefined;
  /** What may lie over the film, e.g. what comes next. */
  children?: ReactNode;
}

/**
 * Where a film is shown: its poster, then the film. Keeps its shape from the first paint on, and fetches nothing of the
 * player before the page is quiet, nothing of the film before it is wanted.
 */
export const Screen = ({
  film,
  playhead,
  start = null,
  lead = false,
  toldBelow = false,
  ...rest
}: ScreenProps) => {
  const { sizes, transition, onNext, onPrevious, children } = rest;
  const { id, title, accent, video, chapters } = useScreenFragment(film);
  const [isShown, setIsShown] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  const ready = video?.status === 'READY' ? video.playback : null;
  const { cue, failed, fail, retry } = useCue(playhead, start, () => setIsShown(false));
  const kept = useKeptFilm(id);

  const renew = useRenewal(id);
  useFreshAddresses(id, ready?.expiresAt);
  useWaitingForFilm(id, video?.status === 'PREPARING');
  useKeptPlace(id, playhead, video?.duration ?? null);
  useEffect(() => (ready && lead ? whenIdle(fetchPlayerAhead) : undefined), [ready, lead]);

  const { style, ...marks } = accented(accent);
  const shape = video?.aspectRatio?.replace(':', ' / ') ?? '16 / 9';
  return (
    <>
      <div
        ref={stage}
        {...marks}
        className={styles.screen}
        data-stage="film"
        style={{ ...style, '--shape': shape, viewTransitionName: transition } as CSSProperties}
      >
        {ready && video ? (
          <>
            {cue && !failed && (
              <Suspense>
                <Player
                  {...{ title, video, chapters, playhead, cue, renew, onNext, onPrevious }}
                  playback={ready}
                  focuses={pressed.current}
                  onShown={() => setIsShown(true)}
                  onFailure={fail}
                />
              </Suspense>
            )}
            {!cue && <PlainFilm title={title} playback={ready} tracks={video.tracks} start={start} />}
            <Poster
              playback={ready}
              {...{ title, sizes, lead }}
              duration={video.duration}
              isOpen={Boolean(cue)}
              isCovered={isShown}
              place={kept?.place ?? 0}
              onWanted={() => void fetchPlayer()}
              onPlay={(seconds) => {
                pressed.current = true;
                playhead.seek(seconds);
              }}
            />
            {failed && <ScreenMessage state={failed} isToldBelow={toldBelow} onRetry={retry} />}
          </>
        ) : (
          <ScreenMessage state={video ? video.status : 'none'} isToldBelow={toldBelow} onRetry={retry} />
        )}
        {children}
      </div>
      <ScreenKeys {...{ playhead, stage, lead, onNext, onPrevious }} length={video?.duration ?? null} />
    </>
  );
};

/** Where the film is wished to be, and what becomes of that when it cannot go on. */
const useCue = (playhead: Playhead, start: number | null, onRetry: () => void) => {
  const [cue, setCue] = useState<Cue | null>(null);
  const wish = useCallback(
    (seconds: number, plays: boolean) => setCue((last) => ({ seconds, plays, wish: (last?.wish ?? 0) + 1 })),
    [],
  );
  // As soon as there is something to press: between that and an effect that waits for the paint a press would be lost.
  useLayoutEffect(() => playhead.onSeek((seconds) => wish(seconds, true)), [playhead, wish]);
  useEffect(() => (start === null ? undefined : playhead.seek(start)), [playhead, start]);
  const again = useRetry((wasPlaying) => {
    onRetry();
    if (playhead.now() >= 0) wish(playhead.now(), wasPlaying);
  });
  return { cue, ...again };
};
