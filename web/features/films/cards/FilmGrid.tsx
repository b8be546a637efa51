import type { FragmentType } from '@apollo/client';
import type { FilmCardFragment } from './FilmCard.generated.ts';
import { FilmCard } from './FilmCard.tsx';
import styles from './FilmGrid.module.css';

type Listed = FragmentType<FilmCardFragment> & { id: string };

interface FilmGridProps {
  films: readonly Listed[];
  /** `breathing` alternates large and small; `even` lines them up. */
  rhythm?: 'breathing' | 'even';
  /** The level of the films' titles among the page's headings. */
  level?: 2 | 3;
}

/** Films side by side. */
export const FilmGrid = ({ films, rhythm = 'even', level = 3 }: FilmGridProps) => (
  <ul className={`${styles.grid} ${styles[rhythm]}`}>
    {films.map((film) => (
      <li key={film.id}>
        <FilmCard
          film={film}
          level={level}
          sizes={rhythm === 'breathing' ? breathingSizes(films.length) : undefined}
        />
      </li>
    ))}
  </ul>
);

/** How wide films are set among this many, in the language of the `sizes` attribute: one alone takes the whole row. */
const breathingSizes = (count: number): string =>
  count === 1 ? '92vw' : '(min-width: 64rem) 55vw, (min-width: 40rem) 45vw, 92vw';
