import { useLoaderData, useParams } from 'react-router';
import { loadPage, type PageFaults } from '../../routing/loadPage.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Opening } from '../../ui/Opening.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Plain } from '../../ui/Plain.tsx';
import { ProblemNote } from '../../ui/ProblemNote.tsx';
import { present } from '../../ui/present.ts';
import { CollectionPageDocument, useCollectionPageSuspenseQuery } from './CollectionPage.generated.ts';
import styles from './CollectionPage.module.css';
import { CollectionStep } from './CollectionStep.tsx';

/** Warms the collection's query; 404 when there is no such collection. */
export const loader = loadPage(
  CollectionPageDocument,
  ({ params }) => ({ slug: params.slug ?? '' }),
  ({ collection }) => collection,
);

/** A collection: films in an order that makes an argument, one step below the other. */
export const Component = () => {
  const { slug = '' } = useParams();
  const { problems } = useLoaderData<PageFaults>();
  const { data } = useCollectionPageSuspenseQuery({ variables: { slug } });
  const collection = data?.collection;
  if (!collection) return null;
  const films = present(collection.films.nodes);
  return (
    <>
      <PageTitle>{collection.title}</PageTitle>
      <Opening kind="Collection" title={collection.title}>
        {collection.description && <p>{collection.description}</p>}
      </Opening>
      <ProblemNote problems={problems} />
      <Plain>
        {films.length === 0 ? (
          <Empty>
            <p>The argument is made; its films are still being drawn.</p>
          </Empty>
        ) : (
          <ol className={styles.steps}>
            {films.map((film, at) => (
              <li key={film.id}>
                <CollectionStep film={film} place={at + 1} />
              </li>
            ))}
          </ol>
        )}
      </Plain>
    </>
  );
};
