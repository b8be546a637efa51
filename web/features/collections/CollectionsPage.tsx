import { useLoaderData } from 'react-router';
import { ProblemNote } from '../../apollo/ErrorNotice.tsx';
import { loadPage, type PageFaults } from '../../apollo/loadPage.ts';
import { Plain } from '../../components/Container.tsx';
import { Empty } from '../../components/EmptyState.tsx';
import { Opening } from '../../components/PageHeader.tsx';
import { compact, moveToFront } from '../../components/text/lists.ts';
import { PageHead } from '../../seo/PageHead.tsx';
import { CollectionRow } from './CollectionRow.tsx';
import { CollectionsPageDocument, useCollectionsPageSuspenseQuery } from './CollectionsPage.generated.ts';

/** Warms the list of collections. */
export const loader = loadPage(
  CollectionsPageDocument,
  () => ({}),
  ({ collections }) => collections,
);

/** All collections; those that argue in words as well come first. */
const CollectionsPage = () => {
  const { problems } = useLoaderData<PageFaults>();
  const { data } = useCollectionsPageSuspenseQuery({});
  const collections = moveToFront(compact(data?.collections?.nodes), ({ description }) => !!description);
  return (
    <>
      <PageHead
        title="Collections"
        description="Films put in an order that says something none of them says alone."
      />
      <Opening title="Collections">
        <p>Films put in an order that says something none of them says alone.</p>
      </Opening>
      <ProblemNote problems={problems} />
      {collections.length === 0 && (
        <Plain>
          <Empty>
            <p>No two films have been introduced to each other yet.</p>
          </Empty>
        </Plain>
      )}
      {collections.map((collection) => (
        <CollectionRow key={collection.id} collection={collection} />
      ))}
    </>
  );
};

export { CollectionsPage as Component };
