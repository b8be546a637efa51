import { startTransition, useCallback, useRef, useState } from 'react';
import { lazyIsland } from '../../ui/lazyIsland.tsx';
import { PLAYER_TRANSITION_NAME } from '../cards/films/playerTransition.ts';
import type { Playhead } from '../player/state/playhead.ts';
import type { VideoPlayerFragment } from '../player/VideoPlayer.generated.ts';
import { VideoPlayer } from '../player/VideoPlayer.tsx';
import styles from './FilmPage.module.css';
import type { AdjacentFilmSet } from './up-next/adjacentFilms.ts';

const AdjacentFilms = lazyIsland(() =>
  import('./filmPageChunk.ts').then(({ AdjacentFilms }) => AdjacentFilms),
);
const PrevNextNav = lazyIsland(() => import('./filmPageChunk.ts').then(({ PrevNextNav }) => PrevNextNav));
const MiniPlayer = lazyIsland(() => import('./filmPageChunk.ts').then(({ MiniPlayer }) => MiniPlayer));
const CollectionEndOverlay = lazyIsland(() =>
  import('./filmPageChunk.ts').then(({ CollectionEndOverlay }) => CollectionEndOverlay),
);
const NextFilmOverlay = lazyIsland(() =>
  import('./filmPageChunk.ts').then(({ NextFilmOverlay }) => NextFilmOverlay),
);

interface FilmPlayerSectionProps {
  film: VideoPlayerFragment;
  slug: string;
  title: string;
  playhead: Playhead;
  /** Starts playback at this second; null waits for the reader. */
  startSeconds: number | null;
  /** The collection that the page continues with; null outside of a collection. */
  collectionSlug: string | null;
}

/**
 * Renders the player of a film page with the navigation to the previous and next film. The state of the adjacent films
 * is here and not in the page, so that an update does not interrupt the hydration of the rest of the page.
 */
export const FilmPlayerSection = (props: FilmPlayerSectionProps) => {
  const { film, slug, title, playhead, startSeconds, collectionSlug } = props;
  const frameRef = useRef<HTMLDivElement>(null);
  const [adjacent, setAdjacent] = useState<AdjacentFilmSet | null>(null);
  // Without a transition React would discard the server markup of boundaries that have not hydrated yet.
  const handleChange = useCallback(
    (next: AdjacentFilmSet | null) => startTransition(() => setAdjacent(next)),
    [],
  );
  return (
    <>
      <div className={styles.playerSection}>
        <div className={styles.player}>
          <div ref={frameRef} className={styles.frame} data-fullscreen-root="">
            <VideoPlayer
              key={slug}
              film={film}
              playhead={playhead}
              startSeconds={startSeconds}
              isPrimary
              hasDescriptionBelow
              sizes="(min-width: 64rem) 75vw, 100vw"
              viewTransitionName={PLAYER_TRANSITION_NAME}
              onNext={adjacent?.next?.navigate}
              onPrevious={adjacent?.previous?.navigate}
            >
              {adjacent?.next && <NextFilmOverlay key={slug} playhead={playhead} next={adjacent.next} />}
              {adjacent?.collection && !adjacent.next && (
                <CollectionEndOverlay key={slug} playhead={playhead} collection={adjacent.collection} />
              )}
            </VideoPlayer>
            <MiniPlayer frameRef={frameRef} playhead={playhead} title={title} />
          </div>
        </div>
      </div>
      <div className={styles.navigation}>
        <PrevNextNav adjacent={adjacent} isInCollection={collectionSlug !== null} playhead={playhead} />
      </div>
      <AdjacentFilms
        key={slug}
        slug={slug}
        title={title}
        collectionSlug={collectionSlug}
        onChange={handleChange}
      />
    </>
  );
};
