import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pathInCollection, pathOf } from '../../../lib/paths.ts';
import { isPlayable } from '../../../lib/playable.ts';
import { compact, inListOrder } from '../../../lib/text/lists.ts';
import { useWatchedFilmIds } from '../../watch-history/watchHistoryStore.ts';
import { useRelatedFilmsQuery } from '../RelatedFilms.generated.ts';
import type { AdjacentFilmFragment } from './AdjacentFilm.generated.ts';
import {
  type AdjacentFilm,
  type AdjacentFilmSet,
  adjacentTo,
  collectionAfter,
  type FilmLinkState,
  pickNextFilm,
} from './adjacentFilms.ts';
import { useCollectionFilmsQuery } from './CollectionFilms.generated.ts';

/**
 * Returns the previous and next film. In a collection these are its adjacent films, and its last film has no next one.
 * Outside of a collection the next film is a related one, and the previous film the one the reader came from.
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
  const collections = collectionData?.collections?.nodes;
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
    const { next, previous, position, isListed } = adjacentTo(films, slug);
    const isWatched = ({ id }: { id: string }) => watchedIds.has(id);
    if (collection && isListed) {
      const toStep = (film: (typeof films)[number]) =>
        toAdjacent(film, pathInCollection(film.slug, collection.slug));
      return {
        next: next && toStep(next),
        previous: previous && toStep(previous),
        collection: {
          slug: collection.slug,
          title: collection.title,
          count: films.filter(isPlayable).length,
          position,
          nextCollection: next ? null : collectionAfter(inListOrder(compact(collections)), collection.slug),
        },
      };
    }
    const related = pickNextFilm(compact(relatedFilms), isWatched, fromSlug ?? null);
    return {
      next: related && toAdjacent(related, pathOf('Film', related.slug)),
      previous: fromSlug ? toAdjacent({ title: fromTitle ?? '' }, pathOf('Film', fromSlug)) : null,
      collection: null,
    };
  }, [
    collection,
    collections,
    relatedFilms,
    watchedIds,
    fromSlug,
    fromTitle,
    slug,
    linkState,
    navigateAndPlay,
  ]);
};
