import { useLoaderData } from 'react-router';
import { ErrorNotice } from '../../data/ErrorNotice.tsx';
import { createPageLoader, type PageErrors } from '../../data/pageLoader.ts';
import { compact } from '../../lib/text/lists.ts';
import { PageHead } from '../../seo/PageHead.tsx';
import { Container } from '../../ui/Container.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { TopicEntry } from './TopicEntry.tsx';
import { TopicsPageDocument, useTopicsPageSuspenseQuery } from './TopicsPage.generated.ts';
import styles from './TopicsPage.module.css';

/** Loads the list of topics. */
export const loader = createPageLoader(
  TopicsPageDocument,
  () => ({}),
  ({ topics }) => topics,
);

/** Renders the list of all topics, sorted by title. */
const TopicsPage = () => {
  const { errors } = useLoaderData<PageErrors>();
  const { data } = useTopicsPageSuspenseQuery({});
  const topics = compact(data?.topics?.nodes);
  return (
    <>
      <PageHead
        title="Topics"
        description="Chaos, waves, symmetry, emergence: the ideas that keep coming back, and the films and articles about each."
      />
      <PageHeader title="Topics">
        <p>
          The same few ideas keep coming back, in sand, in starlings, in the weather. These are their names.
        </p>
      </PageHeader>
      <ErrorNotice errors={errors} />
      <Container>
        {topics.length === 0 ? (
          <EmptyState>
            <p>Nothing has been sorted yet.</p>
          </EmptyState>
        ) : (
          <ul className={styles.topics}>
            {topics.map((topic) => (
              <li key={topic.id}>
                <TopicEntry topic={topic} />
              </li>
            ))}
          </ul>
        )}
      </Container>
    </>
  );
};

export { TopicsPage as Component };
