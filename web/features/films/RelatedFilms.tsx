import { EmptyState } from '../../ui/EmptyState.tsx';
import { Section } from '../../ui/Section.tsx';
import { FilmGrid } from '../cards/films/FilmGrid.tsx';
import { useRelatedFilmsSuspenseQuery } from './RelatedFilms.generated.ts';

/** Renders the related films that search finds, or a message if search is unavailable. */
export const RelatedFilms = ({ slug }: { slug: string }) => {
  const { data } = useRelatedFilmsSuspenseQuery({ variables: { slug } });
  const related = data?.film?.related;
  if (related?.length === 0) return null;
  return (
    <Section title="Related films">
      {related ? (
        <FilmGrid films={related} layout="few" />
      ) : (
        <EmptyState>
          <p>Related films come from search, which is not available right now.</p>
        </EmptyState>
      )}
    </Section>
  );
};
