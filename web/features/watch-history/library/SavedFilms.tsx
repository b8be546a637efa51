import type { FragmentType } from '@apollo/client';
import { Empty } from '../../../components/EmptyState.tsx';
import { compact } from '../../../components/text/lists.ts';
import { timecode } from '../../../components/text/timecode.ts';
import type { KeptFilm } from '../watchHistory.ts';
import type { KeptFilmCardFragment } from './SavedFilmCard.generated.ts';
import { KeptFilmCard, KeptFilmCardWaiting } from './SavedFilmCard.tsx';
import { useKeptFilmsQuery } from './SavedFilms.generated.ts';
import styles from './SavedFilms.module.css';

interface KeptFilmsProps {
  /** At most a hundred. */
  films: readonly KeptFilm[];
  /** A single row that never changes its height; else as many rows as are needed. */
  row?: boolean;
  removal: string;
  onRemove: (film: KeptFilm) => void;
  asideOf?: (film: KeptFilm) => string;
}

type Shown = FragmentType<KeptFilmCardFragment> & { id: string };

/** Films that a reader keeps, in the order given. One that is no longer published is left out. */
export const KeptFilms = ({ films, row, removal, onRemove, asideOf }: KeptFilmsProps) => {
  const ids = films.map(({ id }) => id);
  const { data, previousData, loading, error } = useKeptFilmsQuery({
    variables: { ids },
    skip: ids.length === 0,
  });
  const shown = new Map(
    compact((data ?? previousData)?.nodes).map((film) => [film.id, film as Shown] as const),
  );
  if (error && shown.size === 0)
    return (
      <Empty>
        <p>What you keep is safe; its pictures and titles cannot be fetched just now.</p>
      </Empty>
    );
  return (
    <ul className={row ? styles.row : styles.grid}>
      {films.map((kept) => {
        const film = shown.get(kept.id);
        if (!film && !loading) return null;
        return (
          <li key={kept.id}>
            {film ? (
              <KeptFilmCard
                film={film}
                kept={kept}
                removal={removal}
                onRemove={() => onRemove(kept)}
                aside={asideOf?.(kept)}
              />
            ) : (
              <KeptFilmCardWaiting />
            )}
          </li>
        );
      })}
    </ul>
  );
};

/** How far a reader has come: `0:06 of 0:14`. */
export const reached = ({ place, length }: KeptFilm): string =>
  `${timecode(place)} of ${timecode(Math.round(length))}`;
