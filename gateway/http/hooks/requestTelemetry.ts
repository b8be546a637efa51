import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { currentRequest, type RequestContext, zeroUpstreamCalls, runInRequest } from '../../services/telemetry/requestContext.ts';
import type { RequestObserver, RequestKind } from '../../services/telemetry/requestMetrics.ts';
import type { Tracing } from '../../services/telemetry/tracing.ts';

export interface RequestTelemetryOptions {
  readonly log: Logger;
  readonly tracing: Tracing;
  readonly observer: RequestObserver;
  /** Whether there is a line in the log for every answer, and not for those alone that failed. */
  readonly isLogged: boolean;
}

/** An id that others have given to a request, in a form that cannot forge anything in a log. */
const SANE_ID = /^[A-Za-z0-9._-]{1,64}$/;
/** Characters of an address in a line of the log. */
const LONGEST_PATH = 200;
/** As nginx has it: the client has gone before its answer was complete. */
const CLIENT_GONE = 499;

/**
 * The id of a request: that of the request within which it is made, else `X-Request-Id` where it is sane, else a new one.
 */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return (
    currentRequest()?.id ??
    (typeof given === 'string' && SANE_ID.test(given) ? given : undefined) ??
    randomUUID()
  );
}

/** A request on its way through the server. */
interface RequestRecord {
  readonly context: RequestContext;
  readonly startedAt: number;
  /** Whether it is made by a page that is made for another request. */
  readonly isInternal: boolean;
  readonly bytesBefore: number;
}

/**
 * Watches all requests of a server: each has an id, a span where requests are traced, its place in the metrics, and a
 * line in the log when it is answered. Nothing that was sent is told but the method, the address without its query, and
 * the operation's name.
 */
export function recordRequests(app: FastifyInstance, watch: RequestTelemetryOptions): void {
  const passages = new WeakMap<FastifyRequest, RequestRecord>();
  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers, routeOptions, socket } = request;
    const outer = currentRequest();
    const span = watch.tracing.isEnabled
      ? watch.tracing.startRequest({
          method,
          route: routeOptions.url,
          path: pathOf(request),
          traceparent: headers.traceparent,
          tracestate: headers.tracestate,
          parent: outer?.span,
        })
      : undefined;
    const context: RequestContext = { id: request.id, span, upstreamCalls: zeroUpstreamCalls() };
    const startedAt = performance.now();
    passages.set(request, { context, startedAt, isInternal: outer !== undefined, bytesBefore: bytesOf(socket) });
    watch.observer.started();
    reply.header('x-request-id', context.id);
    // Told by the answer's own end: a client that goes away leaves no other trace of it.
    reply.raw.once('close', () => end(request, reply));
    runInRequest(context, done);
  });
  // The body came by events of the socket, which know of no request.
  app.addHook('preValidation', (request, _reply, done) => {
    const passage = passages.get(request);
    if (passage) runInRequest(passage.context, done);
    else done();
  });

  const end = (request: FastifyRequest, reply: FastifyReply) => {
    const passage = passages.get(request);
    if (!passage) return;
    passages.delete(request);
    const { context, startedAt, isInternal, bytesBefore } = passage;
    // What is made within the process is not written anywhere, and so is never finished.
    const isCancelled = !(isInternal ? reply.raw.writableEnded : reply.raw.writableFinished);
    const status = isCancelled ? CLIENT_GONE : reply.statusCode;
    const kind = kindOf(request.routeOptions.url);
    const seconds = (performance.now() - startedAt) / 1000;
    watch.tracing.end(context, { status: reply.statusCode, isCancelled });
    watch.observer.ended({ kind, status, seconds });
    const isQuiet = isInternal || !watch.isLogged || kind === 'health' || kind === 'metrics' || kind === 'file';
    const level = status >= 500 ? 'warn' : isQuiet ? 'debug' : 'info';
    if (!watch.log.isLevelEnabled(level)) return;
    const line = {
      method: request.method,
      path: pathOf(request),
      status,
      ms: Math.round(seconds * 10_000) / 10,
      ...(request.socket?.bytesWritten !== undefined && { bytes: bytesOf(request.socket) - bytesBefore }),
      ...operationOf(context),
      ...cacheOf(reply),
    };
    runInRequest(context, () => watch.log[level](line, 'answered'));
  };
}

const operationOf = ({ operation, codes, caller, cost }: RequestContext) => ({
  ...(operation && { operation: operation.type }),
  ...(operation?.name !== undefined && { operationName: operation.name }),
  ...(codes && codes.length > 0 && { codes }),
  ...(caller !== undefined && { caller }),
  ...(cost && { cost }),
});

/** Whether the answer was kept, as its `Cache-Status` tells. */
function cacheOf(reply: FastifyReply): { readonly cache?: 'hit' | 'miss' } {
  const told = reply.getHeader('cache-status');
  if (told === undefined) return {};
  return { cache: String(told).includes('; hit') ? 'hit' : 'miss' };
}

const pathOf = ({ url }: FastifyRequest): string => (url.split('?', 1)[0] as string).slice(0, LONGEST_PATH);

/** Bytes that a connection has carried to its client; requests of one follow one another. */
const bytesOf = (socket: FastifyRequest['socket'] | undefined): number => socket?.bytesWritten ?? 0;

const KINDS: Readonly<Record<string, RequestKind>> = {
  '/graphql': 'graphql',
  '/webhooks/content': 'webhook',
  '/webhooks/media': 'webhook',
  '/health/live': 'health',
  '/health/ready': 'health',
  '/metrics': 'metrics',
  '/schema.graphql': 'schema',
  '/*': 'page',
};

/** The kind of an address, by its pattern; built files have patterns of their own. */
const kindOf = (route: string | undefined): RequestKind =>
  route === undefined ? 'none' : (KINDS[route] ?? 'file');
