import type { FragmentType } from '@apollo/client';
import type { FilmCardFragment } from './FilmCard.generated.ts';
import { FilmCard } from './FilmCard.tsx';
import styles from './FilmGrid.module.css';

type Listed = FragmentType<FilmCardFragment> & { id: string };

interface FilmGridProps {
  films: readonly Listed[];
  /** `breathing` alternates large and small; `even` lines them up. */
  rhythm?: 'breathing' | 'even';
}

/** Films side by side. */
export const FilmGrid = ({ films, rhythm = 'even' }: FilmGridProps) => (
  <ul className={`${styles.grid} ${styles[rhythm]}`} data-count={films.length}>
    {films.map((film) => (
      <li key={film.id}>
        <FilmCard
          film={film}
          sizes={
            rhythm === 'breathing' ? '(min-width: 64rem) 55vw, (min-width: 40rem) 45vw, 92vw' : undefined
          }
        />
      </li>
    ))}
  </ul>
);
