import type { GraphQLResponse } from '@apollo/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CacheRecord } from '../../core/cachedOperation.ts';
import type { OperationSignals } from '../../core/context.ts';
import { andThen, type MaybePromise } from '../../core/maybePromise.ts';
import type { OperationRequest } from '../../core/operationRequest.ts';
import type { ExecuteOperation } from '../../graphql/operations/executeOperation.ts';
import {
  COST_DEBUG_HEADER,
  DEPRECATIONS_REQUEST_HEADER,
  SOURCE_MAP_HEADER,
} from '../../graphql/operations/extensions/requestedExtensions.ts';
import type { GraphServices } from '../../graphql/operations/graphServices.ts';
import type { Principal } from '../../services/auth/authenticate.ts';
import { isTimedOut, withDeadline } from '../../services/scheduling/deadline.ts';
import { clientOf } from '../../services/usage/usageRecorder.ts';
import { isSafeMethod } from './endpoints.ts';
import type { HttpOperation } from './readOperation.ts';

/** Executes the operation of a request, until the client disconnects or the timeout of the operation. */
export type ExecuteRequest = (
  request: FastifyRequest,
  reply: FastifyReply,
  principal: Principal,
  operation: HttpOperation,
) => MaybePromise<{ readonly response: GraphQLResponse; readonly cacheRecord: CacheRecord }>;

/** Creates the function that executes the operations of requests. */
export const createExecuteRequest =
  (
    graph: Pick<GraphServices, 'createContext' | 'operationTimeoutMs'>,
    execute: ExecuteOperation,
  ): ExecuteRequest =>
  (request, reply, principal, operation) => {
    const { document, operationName, variables } = operation;
    const cacheRecord: CacheRecord = {};
    const signals = createOperationSignals(reply, graph.operationTimeoutMs);
    const context = Object.assign(graph.createContext(signals, principal), {
      request: operationRequestOf(request, principal, operation),
      cacheRecord,
    });
    const executed = execute(
      {
        query: document.text,
        ...(operationName !== undefined && { operationName }),
        ...(variables && { variables }),
      },
      context,
    );
    return andThen(executed, (response) => ({ response, cacheRecord }));
  };

const operationRequestOf = (
  { method, headers }: FastifyRequest,
  { caller }: Principal,
  { document, documentCharge, ifNoneMatch }: HttpOperation,
): OperationRequest => ({
  document,
  documentCharge,
  ifNoneMatch,
  isReadOnly: isSafeMethod(method),
  reportsCost: headers[COST_DEBUG_HEADER] !== undefined,
  reportsDeprecations: headers[DEPRECATIONS_REQUEST_HEADER] !== undefined,
  sourceMapHeader: headers[SOURCE_MAP_HEADER]?.toString(),
  client: clientOf((name) => headers[name], caller),
  ...(caller.preview && { bypassesCache: true }),
});

/**
 * Creates the signals of one operation. The operation aborts when the client disconnects, unless others wait for its response, or
 * when the timeout expires; after a timeout the response contains what was resolved by then.
 */
export function createOperationSignals(reply: FastifyReply, timeoutMs: number): Required<OperationSignals> {
  const { signal: clientSignal, abort, release } = withDeadline(undefined, timeoutMs);
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) abort(new Error('the client disconnected'));
    release();
  });
  const operation = new AbortController();
  let isShared = false;
  clientSignal.addEventListener('abort', () => {
    if (!isShared || isTimedOut(clientSignal)) operation.abort(clientSignal.reason);
  });
  const continueUntil = (ended: AbortSignal) => {
    isShared = true;
    ended.addEventListener('abort', () => operation.abort(ended.reason));
  };
  return { signal: operation.signal, client: { signal: clientSignal, continueUntil } };
}
