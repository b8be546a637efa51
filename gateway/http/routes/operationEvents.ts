import type { GraphQLResponse } from '@apollo/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MaybePromise } from '../../core/maybePromise.ts';
import type { GraphServices } from '../../graphql/operations/graphServices.ts';
import type { EventStreams } from '../../graphql/subscriptions/eventStream/eventStreams.ts';
import { readStreamOperation } from '../../graphql/subscriptions/eventStream/readStreamOperation.ts';
import type { Principal } from '../../services/auth/authenticate.ts';
import type { ExecuteRequest } from '../graphql/executeRequest.ts';
import type { HttpOperation } from '../graphql/readOperation.ts';
import { openStream, streamClientOf } from './openStream.ts';

interface OperationEventsServices {
  readonly graph: GraphServices;
  readonly streams: EventStreams;
  /** Executes an operation that is not a subscription. */
  readonly executeRequest: ExecuteRequest;
  /** Writes a response that ends with its result. Returns its body. */
  writeUncached(response: GraphQLResponse): MaybePromise<Buffer>;
}

/**
 * Responds to an operation with an event stream of its own (graphql-sse, "distinct connections mode"): a subscription sends
 * its events, another operation its result. Returns the reply of a subscription, else the body.
 * @throws RejectedOperation
 */
export async function respondWithEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  principal: Principal,
  operation: HttpOperation,
  { graph, streams, executeRequest, writeUncached }: OperationEventsServices,
): Promise<FastifyReply | Buffer> {
  const { isSubscription, read } = await readStreamOperation(graph, principal, operation);
  if (isSubscription && request.method !== 'HEAD') {
    return openStream(
      reply,
      await streams.subscribe(streamClientOf(request, principal), { ...operation, read }),
    );
  }
  const { response } = await executeRequest(request, reply, principal, {
    ...operation,
    documentCharge: read?.charge,
    // An event stream is never 304.
    ifNoneMatch: undefined,
  });
  return writeUncached(response);
}
