import { createContext, useContext } from 'react';

/** The part of a film that says whether it can be played. */
interface ListedFilm {
  readonly video: { readonly status: string } | null;
  /** The day on which a film whose video is not ready is expected; null if it is not known. */
  readonly expectedOn?: string | null;
}

/** Whether the video service has failed for the page: videos that are missing may then exist. */
export const VideoServiceFailureContext = createContext(false);

/** Returns whether the video service has failed for the page. */
export const useVideoServiceFailure = (): boolean => useContext(VideoServiceFailureContext);

/** Returns whether a film can be played: whether its video is ready. */
export const isPlayable = ({ video }: ListedFilm): boolean => video?.status === 'READY';

/**
 * Returns whether a film is known not to be playable. Without an answer of the video service only a film with a day on
 * which it is expected is.
 */
export const isUnready = (film: ListedFilm, hasServiceFailed: boolean): boolean =>
  hasServiceFailed && film.video === null ? Boolean(film.expectedOn) : !isPlayable(film);

/**
 * Splits films into films that can be played, as far as it is known, and other films, each in the given order. Every list
 * shows playable films as cards, and after them the other films as lines of text, because a card promises a film.
 */
export const splitPlayable = <F extends ListedFilm>(
  films: readonly F[],
  hasServiceFailed: boolean,
): { playable: F[]; unready: F[] } => ({
  playable: films.filter((film) => !isUnready(film, hasServiceFailed)),
  unready: films.filter((film) => isUnready(film, hasServiceFailed)),
});

/** Returns films in the order of lists: those that can be played come first. */
export const playableFirst = <F extends ListedFilm>(films: readonly F[]): F[] => {
  const { playable, unready } = splitPlayable(films, false);
  return [...playable, ...unready];
};
