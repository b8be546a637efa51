import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useHydrating } from '../../routing/useHydrating.ts';
import { addressOf, addressWithin } from '../../ui/addresses.ts';
import { present } from '../../ui/present.ts';
import { useWatched } from '../library/readersLibrary.ts';
import { useCollectionNeighboursQuery } from './CollectionNeighbours.generated.ts';
import type { NeighbourFragment } from './Neighbour.generated.ts';
import { besides, closest } from './neighbours.ts';
import { useRelatedFilmsQuery } from './RelatedFilms.generated.ts';

export interface Neighbour extends Pick<NeighbourFragment, 'title' | 'tagline'> {
  still: string | null;
  address: string;
  /** Goes there and plays on. */
  go: () => void;
}

export interface Neighbours {
  next: Neighbour | null;
  previous: Neighbour | null;
  /** The collection the reader goes through, and where in it they are, from 1. */
  collection: { slug: string; title: string; place: number; count: number } | null;
}

/** What one film's page tells the next one's when it leads there. */
export interface Arrival {
  /** The film is to begin by itself. */
  plays?: boolean;
  /** The slug of the film that led here. */
  from?: string;
  fromTitle?: string;
}

/**
 * The films before and after one: in the collection the reader came from, else the nearest one, and the one that led
 * here.
 * @param within the collection's slug; null outside of one
 */
export const useNeighbours = (slug: string, title: string, within: string | null): Neighbours => {
  const navigate = useNavigate();
  const arrival = (useLocation().state ?? {}) as Arrival;
  const watched = useWatched().split(' ');
  const { data } = useCollectionNeighboursQuery({ variables: { slug: within ?? '' }, skip: !within });
  // The page asks for these by itself, under the film; here they are only looked at once they are there.
  const { data: near } = useRelatedFilmsQuery({ variables: { slug }, fetchPolicy: 'cache-only' });

  const go = useCallback(
    (address: string) => navigate(address, { state: { plays: true, from: slug, fromTitle: title } }),
    [navigate, slug, title],
  );
  const toNeighbour = (film: NeighbourFragment, collection: string | null): Neighbour => {
    const address = collection ? addressWithin(film.slug, collection) : addressOf('Film', film.slug);
    const still = film.video?.playback?.still480 ?? null;
    return { title: film.title, tagline: film.tagline, still, address, go: () => void go(address) };
  };

  // A server writes the page before either answer is there, and the browser must begin with the same.
  const isAwake = !useHydrating();
  const collection = (isAwake && data?.collection) || null;
  const members = present(collection?.films.nodes);
  const { next, previous, place } = besides(members, slug);
  const close = closest(
    present(isAwake ? near?.film?.related : null),
    ({ id }) => watched.includes(id),
    arrival.from ?? null,
  );
  const isMember = collection !== null && place > 0;
  const ledHere = arrival.from ? addressOf('Film', arrival.from) : null;
  return {
    next: next ? toNeighbour(next, within) : close && toNeighbour(close, null),
    previous: previous
      ? toNeighbour(previous, within)
      : !isMember && ledHere
        ? {
            title: arrival.fromTitle ?? '',
            tagline: null,
            still: null,
            address: ledHere,
            go: () => void go(ledHere),
          }
        : null,
    collection: isMember
      ? { slug: collection.slug, title: collection.title, place, count: members.length }
      : null,
  };
};
