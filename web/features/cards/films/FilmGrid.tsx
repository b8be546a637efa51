import { splitPlayable, useVideoServiceFailure } from '../../../lib/playable.ts';
import type { FilmCardFragment } from './FilmCard.generated.ts';
import { FilmCard } from './FilmCard.tsx';
import styles from './FilmGrid.module.css';
import { UnreadyFilms } from './UnreadyFilms.tsx';

interface FilmGridProps {
  films: readonly (FilmCardFragment & { id: string })[];
  /**
   * `even` gives all cards the same size, and `compact` puts two in a row on phones. `few` is `even`, but two cards fill
   * the row.
   */
  layout?: 'even' | 'compact' | 'few';
  headingLevel?: 2 | 3;
}

/** Renders the films that can be played as cards in a grid, and below them the other films as lines of text. */
export const FilmGrid = ({ films, layout = 'even', headingLevel = 3 }: FilmGridProps) => {
  const { playable, unready } = splitPlayable(films, useVideoServiceFailure());
  const arrangement = layout === 'few' && playable.length !== 2 ? 'even' : layout;
  return (
    <>
      {playable.length > 0 && (
        <ul className={`${styles.grid} ${styles[arrangement]}`}>
          {playable.map((film) => (
            <li key={film.id}>
              <FilmCard film={film} headingLevel={headingLevel} sizes={SIZES[arrangement]} />
            </li>
          ))}
        </ul>
      )}
      <UnreadyFilms films={unready} headingLevel={headingLevel} />
    </>
  );
};

/** The `sizes` attribute of the images; undefined for the default. */
const SIZES = {
  compact: '(min-width: 64rem) 22vw, 45vw',
  even: undefined,
  few: '(min-width: 64rem) 55vw, (min-width: 40rem) 45vw, 92vw',
} satisfies Record<NonNullable<FilmGridProps['layout']>, string | undefined>;
