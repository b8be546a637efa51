import type { ExplorerRequest } from '../document/operations.ts';

/** The events of the connection of a subscription. */
export interface SubscriptionEvent {
  readonly kind: 'connected' | 'next' | 'error' | 'complete' | 'stopped';
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The result as JSON, or the reason of an error. */
  readonly text: string;
}

/**
 * Opens a WebSocket for one subscription.
 * @param headers sent as the payload of `connection_init`
 * @returns a function that stops the subscription and closes the connection
 */
export async function subscribe(
  request: ExplorerRequest,
  headers: Readonly<Record<string, string>>,
  onEvent: (event: SubscriptionEvent) => void,
): Promise<() => void> {
  const { createClient } = await import('graphql-ws/client');
  const url = new URL('/graphql', location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  let hasEnded = false;
  const report = (kind: SubscriptionEvent['kind'], text = '') => {
    if (hasEnded) return;
    hasEnded = kind === 'error' || kind === 'complete' || kind === 'stopped';
    onEvent({ kind, time: Date.now(), text });
  };
  const client = createClient({
    url: url.href,
    connectionParams: headers,
    retryAttempts: 0,
    on: { connected: () => report('connected') },
  });
  const unsubscribe = client.subscribe(request, {
    next: (result) => report('next', JSON.stringify(result, null, 2)),
    error: (error) => report('error', reasonOf(error)),
    complete: () => report('complete'),
  });
  return () => {
    report('stopped');
    unsubscribe();
    void client.dispose();
  };
}

/** Returns the reason of the end of a subscription: GraphQL errors, the close of its connection, or an error. */
function reasonOf(error: unknown): string {
  if (Array.isArray(error)) return JSON.stringify(error, null, 2);
  if (error instanceof CloseEvent)
    return `The connection closed with ${error.code}${error.reason && `: ${error.reason}`}`;
  return error instanceof Error ? error.message : 'The connection could not be opened.';
}
