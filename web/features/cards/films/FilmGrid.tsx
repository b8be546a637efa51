import type { FilmCardFragment } from './FilmCard.generated.ts';
import { FilmCard } from './FilmCard.tsx';
import styles from './FilmGrid.module.css';

interface FilmGridProps {
  films: readonly (FilmCardFragment & { id: string })[];
  /** `alternating` mixes large and small cards; `even` gives all the same size, and `compact` two in a row on phones. */
  layout?: 'alternating' | 'even' | 'compact';
  headingLevel?: 2 | 3;
}

/** Renders film cards in a grid. */
export const FilmGrid = ({ films, layout = 'even', headingLevel = 3 }: FilmGridProps) => (
  <ul className={`${styles.grid} ${styles[layout]}`}>
    {films.map((film) => (
      <li key={film.id}>
        <FilmCard film={film} headingLevel={headingLevel} sizes={sizesOf(layout, films.length)} />
      </li>
    ))}
  </ul>
);

/** Returns the `sizes` attribute of the images; undefined for the default. A single film of `alternating` takes the row. */
const sizesOf = (layout: FilmGridProps['layout'], count: number): string | undefined => {
  if (layout === 'compact') return '(min-width: 64rem) 22vw, 45vw';
  if (layout === 'even') return undefined;
  return count === 1 ? '92vw' : '(min-width: 64rem) 55vw, (min-width: 40rem) 45vw, 92vw';
};
