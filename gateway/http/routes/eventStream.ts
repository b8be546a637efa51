import type { GraphQLResponse } from '@apollo/server';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { GraphQLError } from 'graphql';
import { anonymousCaller } from '../../core/context.ts';
import { describeType } from '../../core/describeValue.ts';
import { HttpError } from '../../core/httpError.ts';
import { parametersOf } from '../../core/requestTarget.ts';
import { isObject } from '../../core/validators.ts';
import type { GraphServices } from '../../graphql/operations/graphServices.ts';
import { rejectedResponse } from '../../graphql/operations/prepared/formatErrors.ts';
import { chargeLargeBody, MIN_RESPONSE_COST } from '../../graphql/operations/rateLimit/byteCost.ts';
import { RejectedOperation } from '../../graphql/operations/rejectedOperation.ts';
import { stringify } from '../../graphql/operations/run/responseData.ts';
import type { EventStream } from '../../graphql/subscriptions/eventStream/eventStream.ts';
import type { EventStreams } from '../../graphql/subscriptions/eventStream/eventStreams.ts';
import { readStreamOperation } from '../../graphql/subscriptions/eventStream/readStreamOperation.ts';
import { clientIpOf } from '../admission/exchange.ts';
import { STREAM_ENDPOINT } from '../graphql/endpoints.ts';
import type { ExecuteRequest } from '../graphql/executeRequest.ts';
import { readOperation } from '../graphql/readOperation.ts';
import { resultOf } from '../graphql/writeResponse.ts';
import { openStream, streamClientOf } from './openStream.ts';

interface EventStreamOptions {
  readonly graph: GraphServices;
  readonly streams: EventStreams;
  /** Executes an operation that is not a subscription. */
  readonly executeRequest: ExecuteRequest;
  /** Sets status and headers of a response that is no event. Returns its body. */
  write(request: FastifyRequest, reply: FastifyReply, response: GraphQLResponse): string;
}

const TOKEN_HEADER = 'x-graphql-event-stream-token';
/** Each event repeats the id of its operation. */
const MAX_ID_CHARACTERS = 100;

/**
 * Serves one event stream for several operations (graphql-sse, "single connection mode"): `PUT` reserves a stream and
 * returns its token, `GET` opens it, `POST` starts an operation, and `DELETE` ends one. The credentials of `PUT` apply to all
 * operations of the stream.
 */
export async function eventStreamRoutes(
  app: FastifyInstance,
  { graph, streams, executeRequest, write }: EventStreamOptions,
): Promise<void> {
  const findStream = ({ headers, url }: FastifyRequest): EventStream => {
    const token = headers[TOKEN_HEADER] ?? parametersOf(url).get('token');
    const stream = streams.find(String(token));
    if (stream) return stream;
    const got = token == null ? 'none' : 'one that is unknown here, or whose stream has ended';
    throw new HttpError(
      404,
      'NOT_FOUND',
      `expected the token of an event stream of this process in X-GraphQL-Event-Stream-Token, got ${got}; reserve a stream with PUT`,
    );
  };

  const { path, methods } = STREAM_ENDPOINT;
  const options: RouteShorthandOptions = {
    config: { kind: 'graphql', isShed: true, cors: { methods: [...methods] } },
  };
  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof RejectedOperation)
      return reply.send(write(request, reply, rejectedResponse(error.errors)));
    if (!(error instanceof GraphQLError)) throw error;
    await graph.rateLimiter.charge(anonymousCaller(clientIpOf(request)), MIN_RESPONSE_COST);
    return reply.send(write(request, reply, rejectedResponse([error])));
  });
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  // The hook of CORS responds.
  app.options(path, options, (_request, reply) => reply.send());

  app.put(path, options, async (request, reply) => {
    const principal = await graph.authenticate({ headers: request.headers, address: clientIpOf(request) });
    const token = await streams.reserve(streamClientOf(request, principal));
    return reply.code(201).type('text/plain; charset=utf-8').send(token);
  });

  app.get(path, { ...options, exposeHeadRoute: false }, async (request, reply) => {
    const stream = findStream(request);
    if (stream.isOpen)
      throw conflict('expected the token of a stream that is not open, got one that is; reserve another');
    return openStream(reply, stream.open);
  });

  app.post(path, options, async (request, reply) => {
    const stream = findStream(request);
    const id = readOperationId(request.body);
    await chargeLargeBody(graph.rateLimiter, stream.principal.caller, request.bodyText);
    const operation = await readOperation(graph.persistedQueries, request, stream.principal);
    const { isSubscription, read } = await readStreamOperation(graph, stream.principal, operation);
    // Without a pause before `subscribe`, which takes the id.
    if (stream.has(id))
      throw conflict('expected an unused extensions.operationId, got that of an operation of this stream');
    if (isSubscription) await stream.subscribe(id, { ...operation, read });
    else {
      const { response } = await executeRequest(request, reply, stream.principal, {
        ...operation,
        documentCharge: read?.charge,
      });
      const isRejected = response.http.status !== undefined || resultOf(response).data === undefined;
      if (isRejected) return write(request, reply.header('cache-control', 'private, no-store'), response);
      stream.sendResult(id, stringify(resultOf(response)).trimEnd());
    }
    return reply.code(202).send();
  });

  app.delete(path, options, async (request, reply) => {
    findStream(request).unsubscribe(
      requiredId(parametersOf(request.url).get('operationId'), 'the parameter operationId'),
    );
    return reply.code(200).send();
  });
}

const readOperationId = (body: unknown): string =>
  requiredId(
    isObject(body) && isObject(body.extensions) ? body.extensions.operationId : undefined,
    'extensions.operationId',
  );

/** Reads the id of an operation. @param place of the id, for the message. @throws HttpError `BAD_GRAPHQL_REQUEST` */
function requiredId(id: unknown, place: string): string {
  if (typeof id === 'string' && id !== '' && id.length <= MAX_ID_CHARACTERS) return id;
  throw new HttpError(
    422,
    'BAD_GRAPHQL_REQUEST',
    `expected ${place} with 1 to ${MAX_ID_CHARACTERS} characters, got ${typeof id === 'string' ? id.length : describeType(id)}`,
  );
}

const conflict = (message: string): HttpError => new HttpError(409, 'CONFLICT', message);
