import { useLoaderData } from 'react-router';
import { ErrorNotice } from '../../data/ErrorNotice.tsx';
import { createPageLoader, type PageErrors } from '../../data/pageLoader.ts';
import { compact } from '../../lib/text/lists.ts';
import { PageHead } from '../../seo/PageHead.tsx';
import { Container } from '../../ui/Container.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PersonCard } from '../cards/people/PersonCard.tsx';
import { PeoplePageDocument, usePeoplePageSuspenseQuery } from './PeoplePage.generated.ts';
import styles from './PeoplePage.module.css';

/** Loads the list of people. */
export const loader = createPageLoader(
  PeoplePageDocument,
  () => ({}),
  ({ people }) => people,
);

/** Renders the list of all people. */
const PeoplePage = () => {
  const { errors } = useLoaderData<PageErrors>();
  const { data } = usePeoplePageSuspenseQuery({});
  const people = compact(data?.people?.nodes);
  return (
    <>
      <PageHead
        title="People"
        description="The people whose ideas the films show, with portraits drawn from their mathematics."
      />
      <PageHeader title="People">
        <p>Whose ideas these are. The portraits are drawn from their mathematics; none is a likeness.</p>
      </PageHeader>
      <ErrorNotice errors={errors} />
      <Container>
        {people.length === 0 ? (
          <EmptyState>
            <p>Nobody has been introduced yet.</p>
          </EmptyState>
        ) : (
          <ul className={styles.people}>
            {people.map((person) => (
              <li key={person.id}>
                <PersonCard person={person} />
              </li>
            ))}
          </ul>
        )}
      </Container>
    </>
  );
};

export { PeoplePage as Component };
