import { Empty } from '../../components/EmptyState.tsx';
import { Band } from '../../components/Section.tsx';
import { FilmGrid } from './cards/FilmGrid.tsx';
import { useRelatedFilmsSuspenseQuery } from './RelatedFilms.generated.ts';

/** The nearest films, as the search service finds them; says so when it cannot. */
export const RelatedFilms = ({ slug }: { slug: string }) => {
  const { data } = useRelatedFilmsSuspenseQuery({ variables: { slug } });
  const related = data?.film?.related;
  if (related?.length === 0) return null;
  return (
    <Band title="Close to this">
      {related ? (
        <FilmGrid films={related} rhythm={related.length < 3 ? 'breathing' : 'even'} />
      ) : (
        <Empty>
          <p>What lies close to this film is found by search, and search cannot be reached at the moment.</p>
        </Empty>
      )}
    </Band>
  );
};
