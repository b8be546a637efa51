import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { addressOf, addressWithin } from '../../../components/paths.ts';
import { compact } from '../../../components/text/lists.ts';
import { useWatched } from '../../watch-history/watchHistoryStore.ts';
import { useRelatedFilmsQuery } from '../RelatedFilms.generated.ts';
import type { NeighbourFragment } from './AdjacentFilm.generated.ts';
import { type Arrival, besides, closest, type Neighbour, type Neighbours } from './adjacentFilms.ts';
import { useCollectionNeighboursQuery } from './CollectionFilms.generated.ts';

/**
 * The films before and after one: in the collection the reader came from, else the nearest one, and the one that led
 * here. It answers the same object until something of that changes.
 * @param within the collection's slug; null outside of one
 */
export const useNeighbours = (slug: string, title: string, within: string | null): Neighbours => {
  const navigate = useNavigate();
  const { from, fromTitle } = (useLocation().state ?? {}) as Arrival;
  const watched = useWatched();
  const { data } = useCollectionNeighboursQuery({ variables: { slug: within ?? '' }, skip: !within });
  // The page asks for these by itself, under the film; here they are only looked at once they are there.
  const { data: near } = useRelatedFilmsQuery({ variables: { slug }, fetchPolicy: 'cache-only' });

  const arrival = useMemo((): Arrival => ({ from: slug, fromTitle: title }), [slug, title]);
  const go = useCallback(
    (address: string) => navigate(address, { state: { ...arrival, plays: true } }),
    [navigate, arrival],
  );
  const place = data?.collection;
  const close = near?.film?.related;
  return useMemo(() => {
    const leadTo = (film: NeighbourFragment, address: string): Neighbour => {
      const still = film.video?.playback?.still480 ?? null;
      const { title, tagline } = film;
      return { title, tagline, still, address, arrival, go: () => void go(address) };
    };
    const members = compact(place?.films.nodes);
    const { next, previous, place: at } = besides(members, slug);
    const nearest = closest(compact(close), ({ id }) => watched.split(' ').includes(id), from ?? null);
    const isMember = Boolean(place) && at > 0;
    return {
      next: next
        ? leadTo(next, addressWithin(next.slug, within ?? ''))
        : nearest && leadTo(nearest, addressOf('Film', nearest.slug)),
      previous: previous
        ? leadTo(previous, addressWithin(previous.slug, within ?? ''))
        : isMember || !from
          ? null
          : whereFrom(from, fromTitle ?? '', arrival, go),
      collection:
        place && isMember ? { slug: place.slug, title: place.title, place: at, count: members.length } : null,
    };
  }, [place, close, watched, from, fromTitle, slug, within, arrival, go]);
};

/** The film that led here, of which no more is known here than its title. */
const whereFrom = (
  slug: string,
  title: string,
  arrival: Arrival,
  go: (address: string) => unknown,
): Neighbour => {
  const address = addressOf('Film', slug);
  return { title, tagline: null, still: null, address, arrival, go: () => void go(address) };
};
