import type { ApolloClient, DocumentNode, OperationVariables } from '@apollo/client';
import { breathe } from '../ui/breathe.ts';

/** What a page asks. */
export interface Asked {
  readonly query: DocumentNode;
  readonly variables: OperationVariables;
}

/**
 * Works out from the cache what a page asks, a root field at a time, and lets the browser answer its reader in between.
 * The client keeps what it has worked out: the page, which needs the whole in one piece, then finds it.
 */
export const rehearse = async (client: ApolloClient, { query, variables }: Asked): Promise<void> => {
  client.watchQuery({ query, variables });
  for (const part of partsOf(client.cache.transformDocument(query))) {
    await breathe();
    client.cache.diff({ query: part, variables, optimistic: true, returnPartialData: true });
  }
};

/** A document for each root field of a document. What is under the fields stays the same objects: by these the cache knows it again. */
const partsOf = (document: DocumentNode): DocumentNode[] =>
  document.definitions.flatMap((operation) =>
    operation.kind !== 'OperationDefinition'
      ? []
      : operation.selectionSet.selections.map((selection) => ({
          ...document,
          definitions: document.definitions.map((one) =>
            one === operation
              ? { ...operation, selectionSet: { ...operation.selectionSet, selections: [selection] } }
              : one,
          ),
        })),
  );
