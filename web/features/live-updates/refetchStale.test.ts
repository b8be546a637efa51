import { expect, test } from '@jest/globals';
import { createApolloClient } from '../../data/client.ts';
import { AuthorPageDocument } from '../authors/AuthorPage.generated.ts';
import type { ContentChangesSubscription } from './ContentChanges.generated.ts';
import { documentChangeOf, refetchStale } from './refetchStale.ts';

type ContentChange = ContentChangesSubscription['contentChanged'];

const ID = 'Q29udHJpYnV0b3I6YWRh';
const variables = { slug: 'ada' };

/** Returns the number of requests of the page of an author after a change of the author. */
const countRequests = async (node: ContentChange['node']): Promise<number> => {
  let requests = 0;
  const client = createApolloClient('http://graph.test/graphql', async () => {
    requests += 1;
    return Response.json({ data: { contributor: null } });
  });
  const data = { contributor: { __typename: 'Contributor', id: ID, slug: 'ada', name: 'Ada' } };
  client.writeQuery({ query: AuthorPageDocument, variables, data: data as never });
  const subscription = client
    .watchQuery({ query: AuthorPageDocument, variables, fetchPolicy: 'cache-only', returnPartialData: true })
    .subscribe(() => undefined);
  const change = documentChangeOf({ documentId: ID, type: 'CONTRIBUTOR', node } as ContentChange);
  await refetchStale(client, {
    documents: new Map([[ID, change]]),
    videoIds: new Set(),
    hasMissedChanges: false,
  });
  subscription.unsubscribe();
  return requests;
};

const author = (authorSlug: string) =>
  ({ __typename: 'Contributor', id: ID, authorSlug, name: 'Ada' }) as const;

test('live updates: request the page of an author again after a change of the author', async () => {
  expect(await countRequests(author('ada'))).toBe(1);
});

test('live updates: keep the page of an author that is no longer published, or has another address', async () => {
  expect(await countRequests(null)).toBe(0);
  expect(await countRequests(author('countess'))).toBe(0);
});
