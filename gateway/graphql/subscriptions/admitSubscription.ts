import { createHash } from 'node:crypto';
import { type ExecutionArgs, getOperationAST, type OperationDefinitionNode } from 'graphql';
import type { RequestedDocument } from '../../core/operationRequest.ts';
import type { Principal } from '../../services/auth/authenticate.ts';
import { currentRequest } from '../../services/telemetry/requestContext.ts';
import { clientOf } from '../../services/usage/usageRecorder.ts';
import { estimateAndLimitCost } from '../operations/cost/operationLimits.ts';
import type { GraphServices } from '../operations/graphServices.ts';
import { rateLimitError } from '../operations/rateLimit/rateLimitError.ts';
import { type ReadDocument, readDocument } from '../operations/readDocument.ts';
import { RejectedOperation } from '../operations/rejectedOperation.ts';
import { recordOperation } from '../operations/telemetry.ts';
import { type OperationSelection, prepareSubscription } from './prepareSubscription.ts';
import type { Session } from './session.ts';

/** Sends a `next` message whose payload is JSON, and resolves when it is written. */
export type SendNext = (id: string, payload: Buffer) => Promise<void>;

/** The connection of a client. */
export interface SubscriptionConnection {
  readonly session: Session;
  readonly sendNext: SendNext;
}

/** A subscription that a client requests. */
export interface SubscriptionRequest extends OperationSelection {
  readonly document: RequestedDocument;
  /** The document, if it is parsed already. */
  readonly read?: ReadDocument | undefined;
}

/** An admitted subscription, the context value of its execution arguments. */
export interface AdmittedSubscription {
  /** The client's id of the subscription. */
  readonly id: string;
  readonly connection: SubscriptionConnection;
  readonly principal: Principal;
  /** Subscriptions with the same key get the same messages. */
  readonly requestKey: string;
  /** Maximum cost of one event in points. */
  readonly cost: number;
}

/** Validates a subscription and charges its first event. @throws RejectedOperation */
export async function admitSubscription(
  graph: GraphServices,
  connection: SubscriptionConnection,
  id: string,
  request: SubscriptionRequest,
): Promise<ExecutionArgs> {
  const { operationLimits, rateLimiter, usage, factsOf } = graph;
  // Both transports authenticate the client first.
  const principal = connection.session.principal as Principal;
  const { caller, audience } = principal;
  const { document } = request;
  const read = request.read ?? (await readDocument(graph, principal, document));
  const prepared = prepareSubscription(graph, audience.scopes, read.document, request, (operation) =>
    estimateAndLimitCost(operation, caller, operationLimits),
  );
  await document.persist?.();
  const { cost } = prepared;
  // The points for validating the document count towards its cost.
  const charge = await rateLimiter.charge(caller, Math.max(0, cost - read.charge.points));
  if (charge && !charge.isGranted) throw new RejectedOperation([rateLimitError(cost, charge, caller)]);
  const { operationName, variableValues } = prepared;
  const operation = getOperationAST(prepared.document, operationName) as OperationDefinitionNode;
  const httpRequest = currentRequest();
  if (httpRequest)
    recordOperation(httpRequest, caller, { type: operation.operation, name: operation.name?.value });
  const { coordinates } = factsOf(prepared.document).ofOperation(operation);
  usage.record(clientOf(connection.session.header, caller), coordinates);
  const requestKey = createHash('sha256')
    .update(JSON.stringify([document.text, operationName, variableValues, audience]))
    .digest('base64url');
  const admitted: AdmittedSubscription = { id, connection, principal, requestKey, cost };
  return { ...prepared, contextValue: admitted };
}
