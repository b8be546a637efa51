import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pathInCollection, pathOf } from '../../../lib/paths.ts';
import { compact } from '../../../lib/text/lists.ts';
import { useWatchedFilmIds } from '../../watch-history/watchHistoryStore.ts';
import { useRelatedFilmsQuery } from '../RelatedFilms.generated.ts';
import type { AdjacentFilmFragment } from './AdjacentFilm.generated.ts';
import {
  type AdjacentFilm,
  type AdjacentFilmSet,
  adjacentTo,
  type FilmLinkState,
  pickNextFilm,
} from './adjacentFilms.ts';
import { useCollectionFilmsQuery } from './CollectionFilms.generated.ts';

/**
 * Returns the previous and next film. In a collection these are its adjacent films; outside of one, or after its last
 * film, the next film is a related one. Outside of a collection the previous film is the one the reader came from.
 * @param collectionSlug null outside of a collection
 * @returns a memoized object
 */
export const useAdjacentFilms = (
  slug: string,
  title: string,
  collectionSlug: string | null,
): AdjacentFilmSet => {
  const navigate = useNavigate();
  const { fromSlug, fromTitle } = (useLocation().state ?? {}) as FilmLinkState;
  const watchedIds = useWatchedFilmIds();
  const { data: collectionData } = useCollectionFilmsQuery({
    variables: { slug: collectionSlug ?? '' },
    skip: !collectionSlug,
  });
  const { data: relatedData } = useRelatedFilmsQuery({ variables: { slug } });

  const linkState = useMemo((): FilmLinkState => ({ fromSlug: slug, fromTitle: title }), [slug, title]);
  const navigateAndPlay = useCallback(
    (path: string) => {
      const state: FilmLinkState = { ...linkState, shouldPlay: true };
      void navigate(path, { state });
    },
    [navigate, linkState],
  );
  const collection = collectionData?.collection;
  const relatedFilms = relatedData?.film?.related;
  return useMemo(() => {
    const toAdjacent = (film: Partial<AdjacentFilmFragment>, path: string): AdjacentFilm => ({
      title: film.title ?? '',
      tagline: film.tagline ?? null,
      stillUrl: film.video?.playback?.still480 ?? null,
      path,
      linkState,
      navigate: () => navigateAndPlay(path),
    });
    const films = compact(collection?.films?.nodes);
    const { next, previous, position } = adjacentTo(films, slug);
    const isWatched = ({ id }: { id: string }) => watchedIds.has(id);
    const related = pickNextFilm(compact(relatedFilms), isWatched, fromSlug ?? null);
    const isInCollection = Boolean(collection) && position > 0;
    return {
      next: next
        ? toAdjacent(next, pathInCollection(next.slug, collectionSlug ?? ''))
        : related && toAdjacent(related, pathOf('Film', related.slug)),
      previous: previous
        ? toAdjacent(previous, pathInCollection(previous.slug, collectionSlug ?? ''))
        : isInCollection || !fromSlug
          ? null
          : toAdjacent({ title: fromTitle ?? '' }, pathOf('Film', fromSlug)),
      collection:
        collection && isInCollection
          ? { slug: collection.slug, title: collection.title, position, count: films.length }
          : null,
    };
  }, [
    collection,
    relatedFilms,
    watchedIds,
    fromSlug,
    fromTitle,
    slug,
    collectionSlug,
    linkState,
    navigateAndPlay,
  ]);
};
