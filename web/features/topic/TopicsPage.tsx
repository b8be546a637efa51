import { useLoaderData } from 'react-router';
import { loadPage, type PageFaults } from '../../routing/loadPage.ts';
import { Empty } from '../../ui/Empty.tsx';
import { compact } from '../../ui/lists.ts';
import { Opening } from '../../ui/Opening.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Plain } from '../../ui/Plain.tsx';
import { ProblemNote } from '../../ui/ProblemNote.tsx';
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
