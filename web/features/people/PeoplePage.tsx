import { useLoaderData } from 'react-router';
import { ProblemNote } from '../../apollo/ErrorNotice.tsx';
import { loadPage, type PageFaults } from '../../apollo/loadPage.ts';
import { Plain } from '../../components/Container.tsx';
import { Empty } from '../../components/EmptyState.tsx';
import { Opening } from '../../components/PageHeader.tsx';
import { compact } from '../../components/text/lists.ts';
import { PageHead } from '../../seo/PageHead.tsx';
import { PeoplePageDocument, usePeoplePageSuspenseQuery } from './PeoplePage.generated.ts';
import styles from './PeoplePage.module.css';
import { PersonCard } from './PersonCard.tsx';

/** Warms the list of people. */
export const loader = loadPage(
  PeoplePageDocument,
  () => ({}),
  ({ people }) => people,
);

/** Everybody whose ideas the films show. */
const PeoplePage = () => {
  const { problems } = useLoaderData<PageFaults>();
  const { data } = usePeoplePageSuspenseQuery({});
  const people = compact(data?.people?.nodes);
  return (
    <>
      <PageHead
        title="People"
        description="The people whose ideas the films show, with portraits drawn from their mathematics."
      />
      <Opening title="People">
        <p>Whose ideas these are. The portraits are drawn from their mathematics; none is a likeness.</p>
      </Opening>
      <ProblemNote problems={problems} />
      <Plain>
        {people.length === 0 ? (
          <Empty>
            <p>Nobody has been introduced yet.</p>
          </Empty>
        ) : (
          <ul className={styles.people}>
            {people.map((person) => (
              <li key={person.id}>
                <PersonCard person={person} />
              </li>
            ))}
          </ul>
        )}
      </Plain>
    </>
  );
};

export { PeoplePage as Component };
