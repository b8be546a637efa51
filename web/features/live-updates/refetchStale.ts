import type { ApolloClient } from '@apollo/client';
import { queryKey } from '../../data/queryClient.ts';
import { TYPENAMES } from '../../lib/typenames.ts';
import { type ActiveQuery, activeQueries, entitiesIn, fingerprint, rootEntities } from './activeQueries.ts';
import type { ContentChangesSubscription } from './ContentChanges.generated.ts';

/** A changed document. */
export interface DocumentChange {
  readonly id: string;
  /** The GraphQL type. */
  readonly typename: string;
  readonly isPublished: boolean;
  /** Null without a page. */
  readonly slug: string | null;
}

/** Returns the change of an event. */
export const documentChangeOf = ({
  documentId,
  type,
  node,
}: ContentChangesSubscription['contentChanged']): DocumentChange => ({
  id: documentId,
  typename: TYPENAMES[type],
  isPublished: node !== null,
  slug: slugOf(node),
});

const slugOf = (node: ContentChangesSubscription['contentChanged']['node']): string | null => {
  if (!node) return null;
  return 'authorSlug' in node ? node.authorSlug : 'slug' in node ? node.slug : null;
};

/** Changes that the page does not show yet. */
export interface PendingChanges {
  readonly documents: ReadonlyMap<string, DocumentChange>;
  readonly videoIds: ReadonlySet<string>;
  /** True if change events may have been missed. */
  readonly hasMissedChanges: boolean;
}

/**
 * Refetches the active queries that the changes affect. If a request fails, the page keeps its data.
 * @returns true if the data of the page changed
 */
export const refetchStale = async (client: ApolloClient, changes: PendingChanges): Promise<boolean> => {
  const stale = activeQueries(client).filter((active) => isStale(active, changes));
  const before = stale.map(({ data }) => fingerprint(data));
  await Promise.all(
    stale.map(({ query, variables }) =>
      client
        .query({
          query,
          variables,
          fetchPolicy: 'network-only',
          errorPolicy: 'none',
          // A CDN may still cache the old response.
          context: { fresh: true },
        })
        .catch(() => null),
    ),
  );
  const after = new Map(
    activeQueries(client).map(({ query, variables, data }) => [
      queryKey(query, variables),
      fingerprint(data),
    ]),
  );
  return stale.some(({ query, variables }, index) => {
    const current = after.get(queryKey(query, variables));
    return current !== undefined && current !== before[index];
  });
};

/**
 * Returns true if a query has a changed video, or any document of a type with a changed document: the change may affect
 * lists of that type.
 */
const isStale = (active: ActiveQuery, { documents, videoIds, hasMissedChanges }: PendingChanges): boolean => {
  if (hasLostSubject(active, documents)) return false;
  if (hasMissedChanges) return true;
  const types = new Set([...documents.values()].map(({ typename }) => typename));
  return [...entitiesIn(active.data)].some(
    ({ __typename, id }) => types.has(__typename) || (__typename === 'Video' && videoIds.has(id)),
  );
};

/**
 * Returns true if the document of a page was unpublished or its slug changed. Such a page is not refetched, so that the
 * reader can finish it: its URL no longer resolves.
 */
const hasLostSubject = (active: ActiveQuery, documents: PendingChanges['documents']): boolean =>
  rootEntities(active).some(({ id, slug }) => {
    const change = documents.get(id);
    return (
      change !== undefined && (!change.isPublished || (typeof slug === 'string' && slug !== change.slug))
    );
  });
