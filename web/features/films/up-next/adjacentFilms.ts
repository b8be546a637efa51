import type { VideoStatus } from '../../../data/schema.generated.ts';
import { isPlayable } from '../../../lib/playable.ts';
import type { AdjacentFilmFragment } from './AdjacentFilm.generated.ts';

export interface AdjacentFilm extends Pick<AdjacentFilmFragment, 'title' | 'tagline'> {
  stillUrl: string | null;
  path: string;
  /** The navigation state for links to the film. */
  linkState: FilmLinkState;
  /** Navigates to the film and starts playback there. */
  navigate: () => void;
}

export interface AdjacentFilmSet {
  /** Null after the last film of a collection. */
  next: AdjacentFilm | null;
  previous: AdjacentFilm | null;
  /** The collection that the reader watches; null outside of one. */
  collection: WatchedCollection | null;
}

interface CollectionLink {
  slug: string;
  title: string;
}

export interface WatchedCollection extends CollectionLink {
  /** The number of films that can be played. */
  count: number;
  /** The position of the film among them, counted from 1; 0 if it cannot be played. */
  position: number;
  /** The next collection if no film follows in this collection; null if there is no other collection. */
  nextCollection: CollectionLink | null;
}

/** The navigation state that a film page passes to the next film page. */
export interface FilmLinkState {
  /** Playback starts when the page opens. */
  shouldPlay?: boolean;
  /** The slug of the film that the link was on. */
  fromSlug?: string;
  fromTitle?: string;
}

/** The navigation state that makes the page of the film start playback. */
export const AUTOPLAY_STATE: FilmLinkState = { shouldPlay: true };

interface ListedFilm {
  slug: string;
  video: { status: VideoStatus } | null;
}

/**
 * Returns the nearest playable films before and after a film in a list, and its position among the playable films.
 * @returns nulls if the list does not contain the film; the position of a film that cannot be played is 0
 */
export const adjacentTo = <F extends ListedFilm>(
  films: readonly F[],
  slug: string,
): { previous: F | null; next: F | null; position: number; isListed: boolean } => {
  const index = films.findIndex((film) => film.slug === slug);
  return {
    previous: index < 0 ? null : (films.slice(0, index).findLast(isPlayable) ?? null),
    next: index < 0 ? null : (films.slice(index + 1).find(isPlayable) ?? null),
    position: films.filter(isPlayable).findIndex((film) => film.slug === slug) + 1,
    isListed: index >= 0,
  };
};

/** Returns the collection after another one in a list, after the last one the first; null if there is no other. */
export const collectionAfter = <C extends CollectionLink>(
  collections: readonly C[],
  slug: string,
): C | null => {
  const index = collections.findIndex((collection) => collection.slug === slug);
  const next = collections[(index + 1) % collections.length];
  return next && next.slug !== slug ? next : null;
};

/**
 * Returns the first playable related film that is not watched, else the first playable one.
 * @param fromSlug the film that the reader came from; never returned
 */
export const pickNextFilm = <F extends ListedFilm>(
  relatedFilms: readonly F[],
  isWatched: (film: F) => boolean,
  fromSlug: string | null,
): F | null => {
  const candidates = relatedFilms.filter((film) => isPlayable(film) && film.slug !== fromSlug);
  return candidates.find((film) => !isWatched(film)) ?? candidates[0] ?? null;
};
