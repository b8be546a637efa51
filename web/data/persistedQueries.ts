import type { DocumentNode } from '@apollo/client';
import { ApolloLink } from '@apollo/client/link';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';

/** Returns the id that the build adds to the document of a query (`build/persistedDocuments.ts`); undefined in development. */
export const persistedIdOf = (document: DocumentNode) => (document as { id?: string }).id;

const generateHash = (document: DocumentNode) => persistedIdOf(document) ?? '';

/**
 * Sends the id of a document instead of its text, if the build has added one. Queries use GET, so that shared caches can
 * store the response; an operation with `fresh` in its context uses POST, which caches pass through. If the gateway does
 * not know the id, because it belongs to another build, the link sends the text.
 */
export const persistedQueries = ApolloLink.split(
  ({ query }) => persistedIdOf(query) !== undefined,
  ApolloLink.split(
    (operation) => Boolean(operation.getContext().fresh),
    new PersistedQueryLink({ generateHash }),
    new PersistedQueryLink({ generateHash, useGETForHashedQueries: true }),
  ),
);
