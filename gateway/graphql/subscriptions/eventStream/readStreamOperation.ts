import { getOperationAST, OperationTypeNode } from 'graphql';
import type { Principal } from '../../../services/auth/authenticate.ts';
import type { GraphServices } from '../../operations/graphServices.ts';
import { type ReadDocument, readDocument } from '../../operations/readDocument.ts';
import type { SubscriptionRequest } from '../admitSubscription.ts';

/** An operation of an event stream, read before it starts. */
interface StreamOperation {
  readonly isSubscription: boolean;
  /** The document, if the caller was charged for it: it must not be charged again. */
  readonly read?: ReadDocument;
}

/** Returns whether a document can have a subscription. Others are executed like operations of other requests. */
const canSubscribe = (text: string): boolean => /\bsubscription\b/.test(text);

/**
 * Returns whether the operation of a request is a subscription. An unknown document that can have one is read for that, and
 * not a second time for its execution.
 * @throws RejectedOperation if the document is invalid, or the caller has too few points
 */
export async function readStreamOperation(
  graph: GraphServices,
  principal: Principal,
  { document, operationName }: SubscriptionRequest,
): Promise<StreamOperation> {
  if (!canSubscribe(document.text)) return { isSubscription: false };
  const known = graph.validDocuments.get(document.hash);
  const read = known ? undefined : await readDocument(graph, principal, document);
  const operation = getOperationAST(known ?? (read as ReadDocument).document, operationName);
  return { isSubscription: operation?.operation === OperationTypeNode.SUBSCRIPTION, ...(read && { read }) };
}
