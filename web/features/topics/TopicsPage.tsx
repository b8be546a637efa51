import { useLoaderData } from 'react-router';
import { ProblemNote } from '../../apollo/ErrorNotice.tsx';
import { loadPage, type PageFaults } from '../../apollo/loadPage.ts';
import { Plain } from '../../components/Container.tsx';
import { Empty } from '../../components/EmptyState.tsx';
import { Opening } from '../../components/PageHeader.tsx';
import { compact } from '../../components/text/lists.ts';
import { PageHead } from '../../seo/PageHead.tsx';
import { TopicEntry } from './TopicEntry.tsx';
import { TopicsPageDocument, useTopicsPageSuspenseQuery } from './TopicsPage.generated.ts';
import styles from './TopicsPage.module.css';

/** Warms the list of topics. */
export const loader = loadPage(
  TopicsPageDocument,
  () => ({}),
  ({ topics }) => topics,
);

/** All topics, by name. */
const TopicsPage = () => {
  const { problems } = useLoaderData<PageFaults>();
  const { data } = useTopicsPageSuspenseQuery({});
  const topics = compact(data?.topics?.nodes);
  return (
    <>
      <PageHead
        title="Topics"
        description="Chaos, waves, symmetry, emergence: the ideas that keep coming back, and the films and articles about each."
      />
      <Opening title="Topics">
        <p>
          The same few ideas keep coming back, in sand, in starlings, in the weather. These are their names.
        </p>
      </Opening>
      <ProblemNote problems={problems} />
      <Plain>
        {topics.length === 0 ? (
          <Empty>
            <p>Nothing has been sorted yet.</p>
          </Empty>
        ) : (
          <ul className={styles.topics}>
            {topics.map((topic) => (
              <li key={topic.id}>
                <TopicEntry topic={topic} />
              </li>
            ))}
          </ul>
        )}
      </Plain>
    </>
  );
};

export { TopicsPage as Component };
