import type { FragmentType } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { type CSSProperties, lazy, Suspense, useEffect, useState } from 'react';
import { accented } from '../../ui/accent.ts';
import { Duration } from '../../ui/Duration.tsx';
import { Spoken } from '../../ui/Spoken.tsx';
import { whenIdle } from '../../ui/whenIdle.ts';
import { PlainFilm } from './PlainFilm.tsx';
import type { Cue } from './Player.tsx';
import type { Playhead } from './playhead.ts';
import { type ScreenFragment, useScreenFragment } from './Screen.generated.ts';
import styles from './Screen.module.css';
import { ScreenMessage } from './ScreenMessage.tsx';
import { useFreshAddresses } from './useFreshAddresses.ts';

const fetchPlayer = () => import('./Player.tsx');
const Player = lazy(() => fetchPlayer().then(({ Player }) => ({ default: Player })));

interface ScreenProps {
  film: FragmentType<ScreenFragment>;
  playhead: Playhead;
  /** Begin at this second, at once; null waits to be asked. */
  start?: number | null;
  /** The screen a page opens with: its poster is fetched at once and first. */
  lead?: boolean;
  sizes: string;
  transition?: string;
}

/**
 * Where a film is shown: its poster, then the film. Keeps its shape from the first paint on, and fetches nothing of the
 * player before the page is quiet, nothing of the film before it is wanted.
 */
export const Screen = ({ film, playhead, start = null, lead, sizes, transition }: ScreenProps) => {
  const { id, title, accent, video, chapters } = useScreenFragment(film);
  const client = useApolloClient();
  const [cue, setCue] = useState<Cue | null>(null);
  const [shown, show] = useState(false);
  const [failed, fail] = useState(false);
  const [lost, lose] = useState(false);
  const ready = video?.status === 'READY' && video.playback;

  useFreshAddresses(id, ready ? ready.expiresAt : null);
  useEffect(
    () => playhead.onSeek((seconds) => setCue((last) => ({ seconds, wish: (last?.wish ?? 0) + 1 }))),
    [playhead],
  );
  useEffect(() => (start === null ? undefined : playhead.seek(start)), [playhead, start]);
  useEffect(() => (ready && lead ? whenIdle(() => void fetchPlayer()) : undefined), [ready, lead]);

  const askAgain = async () => {
    await client.refetchQueries({ include: 'active' });
    show(false);
    fail(false);
    playhead.seek(Math.max(0, playhead.now()));
  };

  const { style, ...marks } = accented(accent);
  const shape = video?.aspectRatio?.replace(':', ' / ') ?? '16 / 9';
  return (
    <div
      {...marks}
      className={styles.screen}
      style={{ ...style, '--shape': shape, viewTransitionName: transition } as CSSProperties}
    >
      {ready ? (
        <>
          {cue && !failed && (
            <Suspense>
              <Player
                {...{ title, video, chapters, playhead, cue }}
                playback={ready}
                onShown={() => show(true)}
                onFailure={() => fail(true)}
              />
            </Suspense>
          )}
          {!shown && !lost && (
            <img
              className={styles.poster}
              src={ready.still1600}
              srcSet={`${ready.still960} 960w, ${ready.still1600} 1600w`}
              sizes={sizes}
              width={1600}
              height={900}
              alt=""
              loading={lead ? 'eager' : 'lazy'}
              fetchPriority={lead ? 'high' : 'auto'}
              onError={() => lose(true)}
            />
          )}
          {!cue && <PlainFilm title={title} playback={ready} tracks={video.tracks} />}
          {!cue && (
            <button
              type="button"
              className={styles.play}
              onPointerEnter={() => void fetchPlayer()}
              onFocus={() => void fetchPlayer()}
              onClick={() => playhead.seek(0)}
            >
              <span className={styles.playWord}>
                Play <Spoken>{title}</Spoken>
                {video.duration != null && <Duration seconds={video.duration} />}
              </span>
            </button>
          )}
          {failed && <ScreenMessage state="failed" onRetry={() => void askAgain()} />}
        </>
      ) : (
        <ScreenMessage
          state={video ? video.status : 'none'}
          detail={video?.error}
          onRetry={() => void askAgain()}
        />
      )}
    </div>
  );
};
