import type { ExplorerRequest } from '../document/operations.ts';
import { GRAPHQL_PATH } from './sendRequest.ts';
import type { Report } from './subscriptionEvent.ts';

/**
 * Opens a WebSocket for one subscription.
 * @param headers sent as the payload of `connection_init`
 * @returns a function that closes it
 */
export async function openWebSocket(
  request: ExplorerRequest,
  headers: Readonly<Record<string, string>>,
  report: Report,
): Promise<() => void> {
  const { createClient } = await import('graphql-ws/client');
  const url = new URL(GRAPHQL_PATH, location.href);
  url.protocol = url.protocol.replace('http', 'ws');
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
