import { useLoaderData } from 'react-router';
import { ErrorNotice } from '../../apollo/ErrorNotice.tsx';
import { loadPage, type PageErrors } from '../../apollo/loadPage.ts';
import { Container } from '../../components/Container.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { compact, moveToFront } from '../../components/text/lists.ts';
import { PageHead } from '../../seo/PageHead.tsx';
import { CollectionRow } from './CollectionRow.tsx';
import { CollectionsPageDocument, useCollectionsPageSuspenseQuery } from './CollectionsPage.generated.ts';

/** Loads the list of collections. */
export const loader = loadPage(
  CollectionsPageDocument,
  () => ({}),
  ({ collections }) => collections,
);

/** Renders the list of collections; those with a description come first. */
const CollectionsPage = () => {
  const { errors } = useLoaderData<PageErrors>();
  const { data } = useCollectionsPageSuspenseQuery({});
  const collections = moveToFront(compact(data?.collections?.nodes), ({ description }) => !!description);
  return (
    <>
      <PageHead
        title="Collections"
        description="Films put in an order that says something none of them says alone."
      />
      <PageHeader title="Collections">
        <p>Films put in an order that says something none of them says alone.</p>
      </PageHeader>
      <ErrorNotice errors={errors} />
      {collections.length === 0 && (
        <Container>
          <EmptyState>
            <p>No two films have been introduced to each other yet.</p>
          </EmptyState>
        </Container>
      )}
      {collections.map((collection) => (
        <CollectionRow key={collection.id} collection={collection} />
      ))}
    </>
  );
};

export { CollectionsPage as Component };
