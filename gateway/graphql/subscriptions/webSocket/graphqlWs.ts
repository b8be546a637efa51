import { makeServer, type Server } from 'graphql-ws';
import type { Principal } from '../../../services/auth/authenticate.ts';
import { type PersistedQueryOptions, resolveDocument } from '../../operations/persisted/resolveDocument.ts';
import { rejectionErrors } from '../../operations/rejectedOperation.ts';
import type { SubscriptionConnection } from '../admitSubscription.ts';
import { formatSubscriptionError, formatSubscriptionResult } from '../subscribe.ts';
import type { SubscriptionExecution } from '../subscriptionExecution.ts';
import type { WebSocketSession } from './webSocketSession.ts';

/** Time for the client to send `connection_init`. */
const INIT_TIMEOUT_MS = 5_000;

/** The connection of a client over a WebSocket. */
export interface WebSocketConnection extends SubscriptionConnection {
  readonly session: WebSocketSession;
}

/** Creates the graphql-transport-ws server. */
export function createGraphqlWsServer(
  execution: SubscriptionExecution,
  persistedQueries: PersistedQueryOptions,
): Server<WebSocketConnection> {
  return makeServer<Record<string, unknown>, WebSocketConnection>({
    connectionInitWaitTimeout: INIT_TIMEOUT_MS,
    onConnect: ({ extra, connectionParams }) => extra.session.connect(connectionParams),
    async onSubscribe({ extra, subscriptions }, id, payload) {
      // graphql-ws rejects `subscribe` before `connection_init`.
      const { caller } = extra.session.principal as Principal;
      const { operationName, variables } = payload;
      try {
        const document = await resolveDocument(persistedQueries, caller, payload);
        const count = Object.keys(subscriptions).length;
        return await execution.admit(extra, id, { document, operationName, variables }, count);
      } catch (error) {
        return rejectionErrors(error);
      }
    },
    subscribe: (args) => execution.subscribe(args) as never,
    onNext: (_context, _id, _payload, _args, result) => formatSubscriptionResult(result),
    onError: (_context, _id, _payload, errors) => errors.map(formatSubscriptionError) as never,
  });
}
