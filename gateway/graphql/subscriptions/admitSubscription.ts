import { createHash } from 'node:crypto';
import { type GraphQLError, getOperationAST, type OperationDefinitionNode } from 'graphql';
import type { Principal } from '../../services/auth/authenticate.ts';
import { clientOf } from '../../services/usage/client.ts';
import { estimateAndLimitCost } from '../operations/cost/operationLimits.ts';
import { waitForTurn } from '../operations/execution/executionQueue.ts';
import type { GraphServices } from '../operations/graphServices.ts';
import { resolveDocument } from '../operations/persisted/resolveDocument.ts';
import { chargeRejection } from '../operations/rateLimit/chargeRejection.ts';
import { rateLimitError } from '../operations/rateLimit/rateLimitError.ts';
import { prepareSubscription, type SubscribePayload } from './prepareSubscription.ts';
import type { Session } from './session.ts';
import type { SendNext } from './transport.ts';

/** The connection of a client. */
export interface Connection {
  readonly session: Session;
  readonly sendNext: SendNext;
}

/** An admitted subscription; graphql-ws passes it on as the context value. */
export interface AdmittedSubscription {
  /** The client's id of the subscription. */
  readonly id: string;
  readonly connection: Connection;
  readonly principal: Principal;
  /** Subscriptions with the same key get the same messages. */
  readonly requestKey: string;
  /** Maximum cost of one event in points. */
  readonly cost: number;
}

/** Validates a subscription and charges its first event. @returns the execution arguments, or errors */
export async function admitSubscription(
  graph: GraphServices,
  connection: Connection,
  id: string,
  payload: SubscribePayload,
) {
  const { schema, operationLimits, rateLimiter, persistedQueries, usage, coordinatesOf } = graph;
  // graphql-ws rejects `subscribe` before `connection_init`.
  const principal = connection.session.principal as Principal;
  const { caller, audience } = principal;
  const document = await resolveDocument(persistedQueries, caller, payload).catch(
    (error: GraphQLError) => error,
  );
  if ('message' in document) return [document];
  const rejectionCharge = await chargeRejection(rateLimiter, caller, document.text);
  if (rejectionCharge.error) return [rejectionCharge.error];
  await waitForTurn(graph.execution, caller);
  const prepared = prepareSubscription(
    schema,
    { ...payload, query: document.text },
    {
      estimateAndLimitCost: (operation) => estimateAndLimitCost(operation, caller, operationLimits),
      documentRule: operationLimits.documentRule,
    },
  );
  if (!('schema' in prepared)) return prepared;
  await document.persist?.();
  const { cost } = prepared;
  // The points for validating the document count towards its cost.
  const charge = await rateLimiter.charge(caller, Math.max(0, cost - rejectionCharge.points));
  if (charge && !charge.granted) return [rateLimitError(cost, charge, caller)];
  const { operationName, variableValues } = prepared;
  const operation = getOperationAST(prepared.document, operationName) as OperationDefinitionNode;
  const { all } = coordinatesOf(prepared.document, operation);
  usage.record(clientOf(connection.session.header, caller), all);
  const requestKey = createHash('sha256')
    .update(JSON.stringify([document.text, operationName, variableValues, audience]))
    .digest('base64url');
  const admitted: AdmittedSubscription = { id, connection, principal, requestKey, cost };
  return { ...prepared, contextValue: admitted };
}
