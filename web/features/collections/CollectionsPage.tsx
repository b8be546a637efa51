import { useLoaderData } from 'react-router';
import { ErrorNotice } from '../../data/ErrorNotice.tsx';
import { createPageLoader, type PageErrors } from '../../data/pageLoader.ts';
import { compact, inListOrder } from '../../lib/text/lists.ts';
import { PageHead } from '../../seo/PageHead.tsx';
import { Container } from '../../ui/Container.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { CollectionRow } from './CollectionRow.tsx';
import { CollectionsPageDocument, useCollectionsPageSuspenseQuery } from './CollectionsPage.generated.ts';

/** Loads the list of collections. */
export const loader = createPageLoader(
  CollectionsPageDocument,
  () => ({}),
  ({ collections }) => collections,
);

/** Renders the list of collections; those with a description come first. */
const CollectionsPage = () => {
  const { errors } = useLoaderData<PageErrors>();
  const { data } = useCollectionsPageSuspenseQuery({});
  const collections = inListOrder(compact(data?.collections?.nodes));
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
