import type { ApolloClient, DocumentNode, OperationVariables } from '@apollo/client';
import { breathe } from '../ui/breathe.ts';

/** What a page asks. */
export interface Asked {
  readonly query: DocumentNode;
  readonly variables: OperationVariables;
}

/**
 * Works out from the cache what a page asks, in pieces between which the browser answers its reader. The client keeps what
 * it has worked out: the page, which needs the whole in one piece, then finds it.
 */
export const rehearse = async (client: ApolloClient, { query, variables }: Asked): Promise<void> => {
  const watched = client.watchQuery({ query, variables });
  await breathe();
  watched.getCurrentResult();
  await breathe();
};
