import type { GraphQLResponse } from '@apollo/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CacheRecord } from '../../core/cachedOperation.ts';
import type { OperationClient } from '../../core/context.ts';
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
    const { signal, client } = createSharedOperation(createOperationSignal(reply, graph.operationTimeoutMs));
    const context = Object.assign(graph.createContext(signal, principal), {
      client,
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
 * Returns the signal of one operation. It aborts when the client disconnects or the timeout expires; after a timeout the
 * response contains what was resolved by then.
 */
export function createOperationSignal(reply: FastifyReply, timeoutMs: number): AbortSignal {
  const { signal, abort, release } = withDeadline(undefined, timeoutMs);
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) abort(new Error('the client disconnected'));
    release();
  });
  return signal;
}

/** Creates the signal of an operation that can go on without its client. @param client `createOperationSignal` */
function createSharedOperation(client: AbortSignal): {
  readonly signal: AbortSignal;
  readonly client: OperationClient;
} {
  const operation = new AbortController();
  let isShared = false;
  client.addEventListener('abort', () => {
    if (!isShared || isTimedOut(client)) operation.abort(client.reason);
  });
  const continueUntil = (ended: AbortSignal) => {
    isShared = true;
    ended.addEventListener('abort', () => operation.abort(ended.reason));
  };
  return { signal: operation.signal, client: { signal: client, continueUntil } };
}
