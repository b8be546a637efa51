import type { FragmentType } from '@apollo/client';
import { startTransition, useCallback, useState } from 'react';
import { later } from '../../components/lazyIsland.tsx';
import type { Playhead } from '../player/state/playhead.ts';
import type { ScreenFragment } from '../player/VideoPlayer.generated.ts';
import { Screen } from '../player/VideoPlayer.tsx';
import { SCREEN_TRANSITION } from './cards/screenTransition.ts';
import styles from './FilmPage.module.css';
import type { Neighbours } from './up-next/adjacentFilms.ts';

const Neighbourhood = later(() => import('./deferred.ts').then(({ Neighbourhood }) => Neighbourhood));
const Sequel = later(() => import('./deferred.ts').then(({ Sequel }) => Sequel));
const NextFilm = later(() => import('./deferred.ts').then(({ NextFilm }) => NextFilm));

interface FilmStageProps {
  film: FragmentType<ScreenFragment>;
  slug: string;
  title: string;
  playhead: Playhead;
  /** The second at which to begin at once; null waits. */
  start: number | null;
  /** The slug of the collection the reader goes through; null outside of one. */
  within: string | null;
}

/**
 * The screen of a film's page, with what comes before and after. It alone renders again when those become known: the
 * parts of the page that the browser takes over later would be thrown away by that.
 */
export const FilmStage = ({ film, slug, title, playhead, start, within }: FilmStageProps) => {
  const [neighbours, setNeighbours] = useState<Neighbours | null>(null);
  // React discards the server markup of a boundary that any other update reaches before it is hydrated.
  const onNeighbours = useCallback(
    (found: Neighbours | null) => startTransition(() => setNeighbours(found)),
    [],
  );
  return (
    <div className={styles.room}>
      <div className={styles.screen} data-stage="page">
        <Screen
          key={slug}
          film={film}
          playhead={playhead}
          start={start}
          lead
          toldBelow
          sizes="(min-width: 90rem) 88rem, 100vw"
          transition={SCREEN_TRANSITION}
          onNext={neighbours?.next?.go}
          onPrevious={neighbours?.previous?.go}
        >
          {neighbours?.next && <NextFilm key={slug} playhead={playhead} next={neighbours.next} />}
        </Screen>
      </div>
      <Sequel neighbours={neighbours} playhead={playhead} />
      <Neighbourhood key={slug} slug={slug} title={title} within={within} onNeighbours={onNeighbours} />
    </div>
  );
};
