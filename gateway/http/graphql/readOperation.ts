import type { FastifyRequest } from 'fastify';
import { andThen, type MaybePromise } from '../../core/maybePromise.ts';
import type { DocumentCharge } from '../../core/operationCost.ts';
import type { RequestedDocument } from '../../core/operationRequest.ts';
import { requestsExtensions } from '../../graphql/operations/extensions/requestedExtensions.ts';
import {
  type PersistedQueryOptions,
  resolveDocument,
} from '../../graphql/operations/persisted/resolveDocument.ts';
import type { Principal } from '../../services/auth/authenticate.ts';
import { isSafeMethod } from './endpoints.ts';
import { type GraphqlParameters, readParameters } from './readRequest.ts';

/** The operation that a request names. */
export interface HttpOperation extends Pick<GraphqlParameters, 'operationName' | 'variables'> {
  readonly document: RequestedDocument;
  /** The charge for the document, if the request was charged for it already. */
  readonly documentCharge?: DocumentCharge | undefined;
  /** The entity tags with which the response is 304; undefined if it never is. */
  readonly ifNoneMatch: string | undefined;
}

/**
 * Reads the parameters of a request and resolves its document, without parsing it.
 * @throws GraphQLError as `readParameters` and `resolveDocument`
 */
export function readOperation(
  persistedQueries: PersistedQueryOptions,
  request: FastifyRequest,
  { caller }: Principal,
): MaybePromise<HttpOperation> {
  const { operationName, variables, ...requested } = readParameters(request);
  const { method, headers } = request;
  const isConditional = isSafeMethod(method) && !requestsExtensions((name) => headers[name] !== undefined);
  const ifNoneMatch = isConditional ? headers['if-none-match'] : undefined;
  return andThen(resolveDocument(persistedQueries, caller, requested), (document) => ({
    document,
    operationName,
    variables,
    ifNoneMatch,
  }));
}
