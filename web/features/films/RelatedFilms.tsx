import { EmptyState } from '../../ui/EmptyState.tsx';
import { Section } from '../../ui/Section.tsx';
import { FilmGrid } from '../cards/films/FilmGrid.tsx';
import { splitByAvailability } from '../cards/films/splitByAvailability.ts';
import { useRelatedFilmsSuspenseQuery } from './RelatedFilms.generated.ts';

/** Renders the related films that search finds, or a message if search is unavailable. */
export const RelatedFilms = ({ slug }: { slug: string }) => {
  const { data } = useRelatedFilmsSuspenseQuery({ variables: { slug } });
  const found = data?.film?.related;
  if (found?.length === 0) return null;
  const { available, upcoming } = splitByAvailability(found ?? []);
  const related = found && [...available, ...upcoming];
  return (
    <Section title="Related films">
      {related ? (
        <FilmGrid films={related} layout={related.length < 3 ? 'alternating' : 'even'} />
      ) : (
        <EmptyState>
          <p>Related films come from search, which is not available right now.</p>
        </EmptyState>
      )}
    </Section>
  );
};
