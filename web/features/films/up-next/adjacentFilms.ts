import type { VideoStatus } from '../../../data/schema.generated.ts';
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
  next: AdjacentFilm | null;
  previous: AdjacentFilm | null;
  /** The collection that the reader watches, with the position of the film, counted from 1. */
  collection: { slug: string; title: string; position: number; count: number } | null;
}

/** The navigation state that one film page passes to the next. */
export interface FilmLinkState {
  /** Playback starts when the page opens. */
  shouldPlay?: boolean;
  /** The slug of the film that the link was on. */
  fromSlug?: string;
  fromTitle?: string;
}

interface ListedFilm {
  slug: string;
  video: { status: VideoStatus } | null;
}

const isPlayable = ({ video }: ListedFilm): boolean => video?.status === 'READY';

/**
 * Returns the nearest playable films before and after a film in a list, and its position in the list.
 * @returns nulls and position 0 if the list does not contain the film
 */
export const adjacentTo = <F extends ListedFilm>(
  films: readonly F[],
  slug: string,
): { previous: F | null; next: F | null; position: number } => {
  const index = films.findIndex((film) => film.slug === slug);
  return {
    previous: index < 0 ? null : (films.slice(0, index).findLast(isPlayable) ?? null),
    next: index < 0 ? null : (films.slice(index + 1).find(isPlayable) ?? null),
    position: index + 1,
  };
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
