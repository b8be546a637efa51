/** The part of a film that says whether it can be played. */
interface ListedFilm {
  readonly video: { readonly status: string } | null;
}

/** Returns whether a film can be played: whether its video is ready. */
export const isPlayable = ({ video }: ListedFilm): boolean => video?.status === 'READY';

/**
 * Splits films into those that can be played and the others, each in the given order. Every list shows the first ones as
 * cards, and after them the others as lines of text, because a card promises a film.
 */
export const splitPlayable = <F extends ListedFilm>(
  films: readonly F[],
): { playable: F[]; unready: F[] } => ({
  playable: films.filter(isPlayable),
  unready: films.filter((film) => !isPlayable(film)),
});

/** Returns films in the order of lists: those that can be played come first. */
export const playableFirst = <F extends ListedFilm>(films: readonly F[]): F[] => {
  const { playable, unready } = splitPlayable(films);
  return [...playable, ...unready];
};
