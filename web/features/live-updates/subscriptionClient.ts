import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { print } from 'graphql';
import { createClient } from 'graphql-ws/client';

/** What a tab hears of the graph while it is looked at, all over one connection. */
export interface LiveLink {
  /** Hears what a subscription tells, over broken connections too; returns how to end it. */
  subscribe<D, V extends OperationVariables>(
    document: TypedDocumentNode<D, V>,
    variables: V,
    hear: (data: D) => void,
  ): () => void;
  close(): void;
}

/** Seconds before a lost connection is opened again: doubled each time from the first to the last. */
const FIRST_WAIT = 1;
const LONGEST_WAIT = 60;
/** The graph does not let this client in: asking again would change nothing. */
const FORBIDDEN = 4403;

/**
 * A link that is opened with its first subscription.
 * @param url the address of the graph's WebSocket
 * @param wasAway whether there was a link before this one
 * @param onReturn called when the connection is there again after it was lost: what happened meanwhile was not told
 */
export const openLiveLink = (url: string, wasAway: boolean, onReturn: () => void): LiveLink => {
  let returned = wasAway;
  const client = createClient({
    url,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: (error) => (error as Partial<CloseEvent>).code !== FORBIDDEN,
    // Everybody loses a gateway in the same moment, and should not come back in one.
    retryWait: (attempt) => pause(Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.5 + Math.random())),
    on: {
      connected() {
        if (returned) onReturn();
        returned = true;
      },
    },
  });
  return {
    subscribe(document, variables, hear) {
      const sink = {
        next: ({ data, errors }: { data?: unknown; errors?: unknown }) => {
          if (data && !errors) hear(data as never);
        },
        // A reader who hears nothing reads on.
        error: () => undefined,
        complete: () => undefined,
      };
      return client.subscribe({ query: print(document), variables }, sink);
    },
    close: () => void client.dispose(),
  };
};

const pause = (seconds: number) => new Promise<void>((done) => setTimeout(done, seconds * 1000));
