import type { VideoStatus } from '../../../apollo/schema.generated.ts';
import type { NeighbourFragment } from './AdjacentFilm.generated.ts';

export interface Neighbour extends Pick<NeighbourFragment, 'title' | 'tagline'> {
  still: string | null;
  address: string;
  /** What a link there has to tell its page. */
  arrival: Arrival;
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

interface Listed {
  slug: string;
  video: { status: VideoStatus } | null;
}

const canPlay = ({ video }: Listed): boolean => video?.status === 'READY';

/**
 * The films before and after one in an order that was made, leaving out what cannot be played yet.
 * @returns nulls where the film is not in the list
 */
export const besides = <F extends Listed>(
  films: readonly F[],
  slug: string,
): { previous: F | null; next: F | null; place: number } => {
  const at = films.findIndex((film) => film.slug === slug);
  return {
    previous: at < 0 ? null : (films.slice(0, at).findLast(canPlay) ?? null),
    next: at < 0 ? null : (films.slice(at + 1).find(canPlay) ?? null),
    place: at + 1,
  };
};

/**
 * Of the films close to one, where to go on: one that has not been seen, or else the closest, but not straight back.
 * @param cameFrom the slug of the film that led here
 */
export const closest = <F extends Listed>(
  films: readonly F[],
  isSeen: (film: F) => boolean,
  cameFrom: string | null,
): F | null => {
  const open = films.filter((film) => canPlay(film) && film.slug !== cameFrom);
  return open.find((film) => !isSeen(film)) ?? open[0] ?? null;
};
