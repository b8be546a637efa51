import { compact } from '../../../lib/text/lists.ts';
import { FilmGrid } from '../../cards/films/FilmGrid.tsx';
import { useFilmCardsSuspenseQuery } from './FilmCards.generated.ts';

/** Renders one page of the list of films as a grid of cards. */
export const FilmCardPage = ({ ids }: { ids: readonly string[] }) => {
  const { data } = useFilmCardsSuspenseQuery({ variables: { ids: [...ids] } });
  const films = compact(data?.nodes).filter((node) => node.__typename === 'Film');
  return <FilmGrid films={films} headingLevel={2} />;
};
