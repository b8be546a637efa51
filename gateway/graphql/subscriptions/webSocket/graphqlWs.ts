import type { GraphQLError } from 'graphql';
import { makeServer, type Server } from 'graphql-ws';
import type { Principal } from '../../../services/auth/authenticate.ts';
import { type PersistedQueryOptions, resolveDocument } from '../../operations/persisted/resolveDocument.ts';
import { rejectedResponse } from '../../operations/prepared/formatErrors.ts';
import { rejectionErrors } from '../../operations/rejectedOperation.ts';
import type { SubscriptionConnection } from '../admitSubscription.ts';
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
      // Messages that arrive while the document is looked up belong to later subscriptions.
      const count = Object.keys(subscriptions).length;
      try {
        const document = await resolveDocument(persistedQueries, caller, payload);
        return await execution.admit(extra, id, { document, operationName, variables }, count);
      } catch (error) {
        return rejectionErrors(error);
      }
    },
    subscribe: (args) => execution.subscribe(args) as never,
    // Only of a subscription that cannot start: events are sent by `subscribe`.
    onNext: (_context, _id, _payload, _args, { errors }) => formatted(errors),
    onError: (_context, _id, _payload, errors) => formatted(errors).errors,
  });
}

const formatted = (errors: readonly GraphQLError[] = []) => rejectedResponse(errors).body.singleResult;
