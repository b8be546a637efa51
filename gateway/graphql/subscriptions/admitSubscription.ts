import { createHash } from 'node:crypto';
import type { ExecutionArgs } from 'graphql';
import type { OperationRequest, RequestedDocument } from '../../core/operationRequest.ts';
import type { Principal } from '../../services/auth/authenticate.ts';
import { NEVER_ABORTED } from '../../services/scheduling/deadline.ts';
import { clientOf } from '../../services/usage/usageRecorder.ts';
import { SOURCE_MAP_HEADER } from '../operations/extensions/requestedExtensions.ts';
import { admit, type OperationSteps } from '../operations/operationSteps.ts';
import { type ReadDocument, readDocument } from '../operations/readDocument.ts';
import { RejectedOperation, rejectionErrors } from '../operations/rejectedOperation.ts';
import { createRun } from '../operations/run/operationRun.ts';
import { recordRun } from '../operations/telemetry.ts';
import type { Session } from './session.ts';

/** Sends a `next` message whose payload is JSON, and resolves when it is written. */
export type SendNext = (id: string, payload: Buffer) => Promise<void>;

/** The connection of a client. */
export interface SubscriptionConnection {
  readonly session: Session;
  readonly sendNext: SendNext;
}

/** A subscription that a client requests. */
export interface SubscriptionRequest {
  readonly document: RequestedDocument;
  /** The document, if it is parsed already. */
  readonly read?: ReadDocument | undefined;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/** An admitted subscription, the context value of its execution arguments. */
export interface AdmittedSubscription {
  /** The client's id of the subscription. */
  readonly id: string;
  readonly connection: SubscriptionConnection;
  readonly principal: Principal;
  readonly request: OperationRequest;
  /** Subscriptions with the same key get the same messages. */
  readonly requestKey: string;
  /** Maximum cost of one event in points. */
  readonly cost: number;
}

/** Reads and validates a subscription, and charges its first event. @throws RejectedOperation */
export async function admitSubscription(
  steps: OperationSteps,
  connection: SubscriptionConnection,
  id: string,
  { document: requested, read, operationName = null, variables }: SubscriptionRequest,
): Promise<ExecutionArgs> {
  const { graph } = steps;
  // Both transports authenticate the client first.
  const principal = connection.session.principal as Principal;
  const { document, charge } = read ?? (await readDocument(graph, principal, requested));
  const request: OperationRequest = {
    document: requested,
    documentCharge: charge,
    requiresSubscription: true,
    isReadOnly: false,
    sourceMapHeader: connection.session.header(SOURCE_MAP_HEADER)?.toString(),
    client: clientOf(connection.session.header, principal.caller),
  };
  const variableValues = variables ?? {};
  const run = createRun(
    { variables: variableValues, ...(operationName !== null && { operationName }) },
    {
      ...graph.createContext({ signal: NEVER_ABORTED }, principal),
      request,
      progress: { documentCharge: charge, isNewDocument: true },
    },
    document,
  );
  try {
    await admit(run, steps);
  } catch (error) {
    run.contextValue.progress.charge?.settle(0);
    throw new RejectedOperation(rejectionErrors(error));
  }
  recordRun(run);
  const requestKey = createHash('sha256')
    .update(JSON.stringify([requested.text, operationName, variableValues, principal.audience]))
    .digest('base64url');
  const cost = run.contextValue.cost.requested;
  const admitted: AdmittedSubscription = { id, connection, principal, request, requestKey, cost };
  return { schema: graph.schema, document, operationName, variableValues, contextValue: admitted };
}
