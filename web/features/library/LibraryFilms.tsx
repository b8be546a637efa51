import { compact } from '../../lib/text/lists.ts';
import { timecode } from '../../lib/text/timecode.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { WatchState } from '../watch-history/watchHistory.ts';
import type { LibraryFilmCardFragment } from './LibraryFilmCard.generated.ts';
import { LibraryFilmCard, LibraryFilmCardSkeleton } from './LibraryFilmCard.tsx';
import { useLibraryFilmsQuery } from './LibraryFilms.generated.ts';
import styles from './LibraryFilms.module.css';

interface LibraryFilmsProps {
  /** At most 100. */
  films: readonly WatchState[];
  /** Renders one scrollable row of fixed height instead of a grid. */
  isRow?: boolean;
  /** The name of the list, for the accessible names of the “Remove” buttons. */
  listName: string;
  onRemove: (state: WatchState) => void;
  /** Returns the text beside the “Remove” button; the duration by default. */
  detailOf?: (state: WatchState) => string;
}

type LoadedFilm = LibraryFilmCardFragment & { id: string };

/** Loads and renders films of the library in the given order. Films that are no longer published are skipped. */
export const LibraryFilms = ({ films, isRow, listName, onRemove, detailOf }: LibraryFilmsProps) => {
  const ids = films.map(({ id }) => id);
  const { data, previousData, isLoading, error } = useLibraryFilmsQuery({
    variables: { ids },
    skip: ids.length === 0,
  });
  const loadedFilms = new Map(
    compact((data ?? previousData)?.nodes).map((film) => [film.id, film as LoadedFilm] as const),
  );
  if (error && loadedFilms.size === 0)
    return (
      <EmptyState>
        <p>Your library is safe, but its films cannot be loaded right now.</p>
      </EmptyState>
    );
  return (
    <ul className={isRow ? styles.row : styles.grid}>
      {films.map((state) => {
        const film = loadedFilms.get(state.id);
        if (!film && !isLoading) return null;
        return (
          <li key={state.id}>
            {film ? (
              <LibraryFilmCard
                film={film}
                state={state}
                listName={listName}
                onRemove={() => onRemove(state)}
                detail={detailOf?.(state)}
              />
            ) : (
              <LibraryFilmCardSkeleton />
            )}
          </li>
        );
      })}
    </ul>
  );
};

/** Formats the playback position, e.g. `0:06 of 0:14`. */
export const formatProgress = ({ position, duration }: WatchState): string =>
  `${timecode(position)} of ${timecode(Math.round(duration))}`;
