import type { FragmentType } from '@apollo/client';
import type { FilmCardFragment } from './FilmCard.generated.ts';
import { FilmCard } from './FilmCard.tsx';
import styles from './FilmGrid.module.css';

interface FilmGridProps {
  films: readonly (FragmentType<FilmCardFragment> & { id: string })[];
  /** `alternating` mixes large and small cards; `even` gives all cards the same size. */
  layout?: 'alternating' | 'even';
  headingLevel?: 2 | 3;
}

/** Renders film cards in a grid. */
export const FilmGrid = ({ films, layout = 'even', headingLevel = 3 }: FilmGridProps) => (
  <ul className={`${styles.grid} ${styles[layout]}`}>
    {films.map((film) => (
      <li key={film.id}>
        <FilmCard
          film={film}
          headingLevel={headingLevel}
          sizes={layout === 'alternating' ? alternatingSizes(films.length) : undefined}
        />
      </li>
    ))}
  </ul>
);

/** Returns the `sizes` attribute of the alternating layout. A single film takes the whole row. */
const alternatingSizes = (count: number): string =>
  count === 1 ? '92vw' : '(min-width: 64rem) 55vw, (min-width: 40rem) 45vw, 92vw';
