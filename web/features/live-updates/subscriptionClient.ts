import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { print } from 'graphql';
import { createClient } from 'graphql-ws/client';

/** A client for GraphQL subscriptions over one WebSocket. */
export interface SubscriptionClient {
  /** Subscribes, and resubscribes after a reconnect. Returns the function that unsubscribes. */
  subscribe<D, V extends OperationVariables>(
    document: TypedDocumentNode<D, V>,
    variables: V,
    onData: (data: D) => void,
  ): () => void;
  close(): void;
}

const MIN_RETRY_SECONDS = 1;
const MAX_RETRY_SECONDS = 60;

/**
 * Creates a client that connects with its first subscription. It reconnects with exponential backoff.
 * @param url the WebSocket URL of the API
 * @param isResumed true if the page was connected before
 * @param onReconnect called when the page is connected again; change events in between are lost
 */
export const createSubscriptionClient = (
  url: string,
  isResumed: boolean,
  onReconnect: () => void,
): SubscriptionClient => {
  let hasConnected = isResumed;
  const client = createClient({
    url,
    retryAttempts: Number.POSITIVE_INFINITY,
    // Close codes for a rejected connection are fatal for graphql-ws. All other errors, e.g. of the network, are retried.
    shouldRetry: () => true,
    // Jitter spreads the reconnects of all clients of a gateway that restarts.
    retryWait: (attempt) =>
      sleep(Math.min(MAX_RETRY_SECONDS, MIN_RETRY_SECONDS * 2 ** attempt) * (0.5 + Math.random())),
    on: {
      connected() {
        if (hasConnected) onReconnect();
        hasConnected = true;
      },
    },
  });
  return {
    subscribe(document, variables, onData) {
      const sink = {
        next: ({ data, errors }: { data?: unknown; errors?: unknown }) => {
          if (data && !errors) onData(data as never);
        },
        // The page works without live updates.
        error: () => undefined,
        complete: () => undefined,
      };
      return client.subscribe({ query: print(document), variables }, sink);
    },
    close: () => void client.dispose(),
  };
};

const sleep = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000));
