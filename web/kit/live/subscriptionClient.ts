import { type DocumentNode, print } from 'graphql';
import { createClient } from 'graphql-ws/client';

/** A document whose result and variables a client generator has typed; `TypedDocumentNode` is one. */
export interface TypedDocument<Data, Variables> extends DocumentNode {
  // The type parameters are otherwise unused, so TypeScript could not infer them.
  readonly __apiType?: ((variables: Variables) => Data) | undefined;
}

/** A client for GraphQL subscriptions over one WebSocket. */
export interface SubscriptionClient {
  /** Subscribes, and resubscribes after a reconnect. Returns the function that unsubscribes. */
  subscribe<Data, Variables extends Record<string, unknown>>(
    document: string | TypedDocument<Data, Variables>,
    variables: Variables,
    onData: (data: Data) => void,
  ): () => void;
  close(): void;
}

export interface SubscriptionClientOptions {
  /** The URL of the API; in a browser it can be relative. */
  readonly url: string;
  /** The message of the connection, for example `{ Authorization: 'Bearer tv_live_…' }`. */
  readonly connectionParams?: Record<string, unknown> | undefined;
  /** True if the page was connected before. Default: false. */
  readonly isResumed?: boolean;
  /** Called when the page is connected again; events in between are lost. */
  readonly onReconnect?: () => void;
  /** Called when a subscription is rejected or the API cannot be reached. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const MIN_RETRY_SECONDS = 1;
const MAX_RETRY_SECONDS = 60;

/** Creates a client that connects with its first subscription. It reconnects with exponential backoff. */
export const createSubscriptionClient = ({
  url,
  connectionParams,
  isResumed = false,
  onReconnect,
  onError,
}: SubscriptionClientOptions): SubscriptionClient => {
  let hasConnected = isResumed;
  const client = createClient({
    url: new URL(url, globalThis.location?.href).href.replace(/^http/, 'ws'),
    ...(connectionParams && { connectionParams }),
    retryAttempts: Number.POSITIVE_INFINITY,
    // Close codes for a rejected connection are fatal for graphql-ws. All other errors, e.g. of the network, are retried.
    shouldRetry: () => true,
    // Jitter spreads the reconnects of all clients of a gateway that restarts.
    retryWait: (attempt) =>
      sleep(Math.min(MAX_RETRY_SECONDS, MIN_RETRY_SECONDS * 2 ** attempt) * (0.5 + Math.random())),
    on: {
      connected() {
        if (hasConnected) onReconnect?.();
        hasConnected = true;
      },
    },
  });
  return {
    subscribe(document, variables, onData) {
      const sink = {
        next: ({ data, errors }: { data?: unknown; errors?: unknown }) => {
          if (errors) onError?.(errors);
          else if (data) onData(data as never);
        },
        error: (error: unknown) => onError?.(error),
        complete: () => undefined,
      };
      const query = typeof document === 'string' ? document : print(document);
      return client.subscribe({ query, variables }, sink);
    },
    close: () => void client.dispose(),
  };
};

const sleep = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000));
