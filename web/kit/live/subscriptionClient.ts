import { createClient } from 'graphql-ws/client';

/** Where a connection leads, and who asks for it. */
export interface ConnectionTarget {
  /** The URL of the API; in a browser it can be relative. */
  readonly url: string;
  /** The message of the connection, for example `{ Authorization: 'Bearer tv_live_…' }`. */
  readonly connectionParams?: Record<string, unknown> | undefined;
}

/** What happens to a connection. */
interface ConnectionEvents {
  onConnected(): void;
  /** Called when the connection was lost, or could not be made. */
  onLost(error: ConnectionError): void;
}

/** What happens to a subscription. */
interface SubscriptionEvents {
  onData(data: unknown): void;
  /** Called with the errors of an event, or of a subscription that the API has rejected. */
  onError(error: unknown): void;
  /** Called when no further events come. @param isByApi true if the API has ended the subscription */
  onEnd(isByApi: boolean): void;
}

/** A client for GraphQL subscriptions over one WebSocket. */
export interface SubscriptionClient {
  /** Subscribes, and resubscribes after a reconnect. Returns the function that unsubscribes. */
  subscribe(query: string, variables: Record<string, unknown>, events: SubscriptionEvents): () => void;
  close(): void;
}

/** The loss of a connection, or its refusal: browsers hide the status of a refused WebSocket. */
class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  /** The close code: https://www.rfc-editor.org/rfc/rfc6455#section-7.4 */
  readonly code: number;
  readonly reason: string;

  constructor(code: number, reason: string) {
    super(`the connection for live data was lost or refused (code ${code}${reason && `, ${reason}`})`);
    this.code = code;
    this.reason = reason;
  }
}

const MIN_RETRY_SECONDS = 1;
const MAX_RETRY_SECONDS = 60;
const NORMAL_CLOSURE = 1000;

/** Creates a client that connects with its first subscription. It reconnects with exponential backoff. */
export const createSubscriptionClient = (
  { url, connectionParams }: ConnectionTarget,
  { onConnected, onLost }: ConnectionEvents,
): SubscriptionClient => {
  let endWait = () => {};
  const client = createClient({
    url: new URL(url, globalThis.location?.href).href.replace(/^http/, 'ws'),
    ...(connectionParams && { connectionParams }),
    retryAttempts: Number.POSITIVE_INFINITY,
    // Close codes for a rejected connection are fatal for graphql-ws. All other errors, e.g. of the network, are retried.
    shouldRetry: () => true,
    // Jitter spreads the reconnects of all clients of a gateway that restarts.
    retryWait: (attempt) =>
      new Promise((resolve) => {
        const seconds = Math.min(MAX_RETRY_SECONDS, MIN_RETRY_SECONDS * 2 ** attempt) * (0.5 + Math.random());
        const timer = setTimeout(resolve, seconds * 1000);
        endWait = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    on: {
      connected: onConnected,
      closed(event) {
        const { code, reason } = event as CloseEvent;
        if (code !== NORMAL_CLOSURE) onLost(new ConnectionError(code, reason));
      },
    },
  });
  return {
    subscribe: (query, variables, { onData, onError, onEnd }) =>
      client.subscribe(
        { query, variables },
        {
          next: ({ data, errors }: { data?: unknown; errors?: unknown }) => {
            if (errors) onError(errors);
            else if (data) onData(data);
          },
          error(error: unknown) {
            // The loss of the connection is reported already.
            if (Array.isArray(error)) onError(error);
            onEnd(false);
          },
          complete: () => onEnd(true),
        },
      ),
    close() {
      endWait();
      // Closing rejects while a connection is being made.
      Promise.resolve(client.dispose()).catch(() => undefined);
    },
  };
};
