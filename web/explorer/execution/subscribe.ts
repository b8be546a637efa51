import type { ExplorerRequest } from '../document/operations.ts';
import { openEventStream } from './openEventStream.ts';
import { openWebSocket } from './openWebSocket.ts';
import type { Report, SubscriptionEvent } from './subscriptionEvent.ts';

/** How the results of subscriptions are sent. */
export type Transport = 'websocket' | 'event-stream';

/** Opens a connection for one subscription. @returns a function that stops the subscription and closes the connection */
export async function subscribe(
  request: ExplorerRequest,
  headers: Readonly<Record<string, string>>,
  transport: Transport,
  onEvent: (event: SubscriptionEvent) => void,
): Promise<() => void> {
  let hasEnded = false;
  const report: Report = (kind, text = '') => {
    if (hasEnded) return;
    hasEnded = kind === 'error' || kind === 'complete' || kind === 'stopped';
    onEvent({ kind, time: Date.now(), text });
  };
  const open = transport === 'websocket' ? openWebSocket : openEventStream;
  const close = await open(request, headers, report);
  return () => {
    report('stopped');
    close();
  };
}
