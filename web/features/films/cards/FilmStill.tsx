import type { FragmentType } from '@apollo/client';
import { useState } from 'react';
import { FilmImage } from '../../../components/images/FilmImage.tsx';
import { later } from '../../../components/lazyIsland.tsx';
import { accented } from '../../../components/text/accent.ts';
import { type FilmStillFragment, useFilmStillFragment } from './FilmStill.generated.ts';
import styles from './FilmStill.module.css';
import { UnreadyStill } from './VideoPlaceholder.tsx';

const WatchedMark = later(() =>
  import('../../watch-history/deferred.ts').then(({ WatchedMark }) => WatchedMark),
);

interface FilmStillProps {
  film: FragmentType<FilmStillFragment>;
  /** How wide it is set, in the language of the `sizes` attribute. */
  sizes: string;
  /** The still a page opens with: fetched at once and first. */
  lead?: boolean;
  /** The reader points at it: the still comes alive. */
  alive?: boolean;
  /** The name under which this still becomes the film's screen when its page opens. */
  transition?: string | undefined;
}

/** A film's still, in a frame of the film's own shape. Beside a title it says nothing new, so it has no words of its own. */
export const FilmStill = ({ film, sizes, lead, alive, transition }: FilmStillProps) => {
  const { id, video, accent } = useFilmStillFragment(film);
  const [isMoving, setIsMoving] = useState(false);
  const { style, ...marks } = accented(accent);
  const playback = video?.playback;
  const unready = <UnreadyStill status={video?.status ?? null} />;
  return (
    <div
      {...marks}
      className={styles.frame}
      style={{
        ...style,
        aspectRatio: video?.aspectRatio?.replace(':', ' / '),
        viewTransitionName: transition,
      }}
    >
      {playback ? (
        <>
          <FilmImage still={playback} {...{ sizes, lead }} decoding="async" fallback={unready} />
          {alive && (
            <img
              className={styles.moving}
              data-shown={isMoving || undefined}
              onLoad={() => setIsMoving(true)}
              src={playback.animated}
              alt=""
            />
          )}
        </>
      ) : (
        unready
      )}
      <WatchedMark id={id} />
    </div>
  );
};
