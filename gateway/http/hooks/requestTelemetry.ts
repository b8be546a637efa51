import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { containsKey } from '../../services/auth/token.ts';
import {
  currentRequest,
  type RequestContext,
  runInRequest,
  zeroUpstreamCalls,
} from '../../services/telemetry/requestContext.ts';
import type { RequestKind, RequestObserver } from '../../services/telemetry/requestMetrics.ts';
import type { Tracing } from '../../services/telemetry/tracing.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The kind of the requests in metrics; default: `file`. */
    readonly kind?: RequestKind;
  }
}

export interface RequestTelemetryOptions {
  readonly log: Logger;
  readonly tracing: Tracing;
  readonly observer: RequestObserver;
  /** Whether every response has a log line at `info`; 5xx responses always have one. */
  readonly isLogged: boolean;
}

/** Other values of `X-Request-Id` could forge log lines. */
const VALID_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;
const MAX_PATH_CHARACTERS = 200;
/** The status that nginx logs when the client disconnected before the end of the response. */
const CLIENT_CLOSED_REQUEST = 499;

/** Returns the id of a request: that of the request that injected it, else a valid `X-Request-Id`, else a new UUID. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return (
    currentRequest()?.id ??
    (typeof given === 'string' && VALID_REQUEST_ID.test(given) ? given : undefined) ??
    randomUUID()
  );
}

interface RequestRecord {
  readonly context: RequestContext;
  /** `performance.now()`. */
  readonly startedAt: number;
  /** Whether a page of this server injected the request. */
  readonly isInjected: boolean;
  /** Bytes that the connection had sent when the request started. */
  readonly bytesBefore: number;
}

/**
 * Gives every request an id, a span, metrics, and a log line on completion. Of the client's input they contain only the
 * method, the path without its query string, and the operation's name.
 */
export function recordRequests(
  app: FastifyInstance,
  { log, tracing, observer, isLogged }: RequestTelemetryOptions,
): void {
  const records = new WeakMap<FastifyRequest, RequestRecord>();
  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers, routeOptions, socket } = request;
    const outer = currentRequest();
    const span = tracing.isEnabled
      ? tracing.startRequest({
          method,
          route: routeOptions.url,
          path: pathOf(request),
          traceparent: headers.traceparent,
          tracestate: headers.tracestate,
          parent: outer?.span,
        })
      : undefined;
    const context: RequestContext = { id: request.id, span, upstreamCalls: zeroUpstreamCalls() };
    records.set(request, {
      context,
      startedAt: performance.now(),
      isInjected: outer !== undefined,
      bytesBefore: bytesSent(socket),
    });
    observer.started();
    reply.header('x-request-id', context.id);
    // Fastify's onResponse does not run when the client disconnects.
    reply.raw.once('close', () => end(request, reply));
    runInRequest(context, done);
  });
  // Socket events that deliver the body lose the AsyncLocalStorage context.
  app.addHook('preValidation', (request, _reply, done) => {
    const record = records.get(request);
    if (!record || currentRequest() === record.context) done();
    else runInRequest(record.context, done);
  });

  const end = (request: FastifyRequest, reply: FastifyReply) => {
    const record = records.get(request);
    if (!record) return;
    records.delete(request);
    const { context, startedAt, isInjected, bytesBefore } = record;
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream');
    // An injected response has no socket, so it never becomes writableFinished. Clients end event streams.
    const isCancelled = !(isStream || (isInjected ? reply.raw.writableEnded : reply.raw.writableFinished));
    const status = isCancelled ? CLIENT_CLOSED_REQUEST : reply.statusCode;
    const kind = isStream ? 'stream' : kindOf(request);
    const seconds = (performance.now() - startedAt) / 1000;
    tracing.end(context, { status: reply.statusCode, isCancelled });
    observer.ended({ kind, status, seconds });
    const isQuiet = isInjected || !isLogged || QUIET_KINDS.has(kind);
    const level = status >= 500 ? 'warn' : isQuiet ? 'debug' : 'info';
    if (!log.isLevelEnabled(level)) return;
    const line = {
      method: request.method,
      path: pathOf(request),
      status,
      ms: Math.round(seconds * 10_000) / 10,
      ...(request.socket?.bytesWritten !== undefined && { bytes: bytesSent(request.socket) - bytesBefore }),
      ...operationOf(context),
      ...cacheStatusOf(reply),
    };
    runInRequest(context, () => log[level](line, 'request completed'));
  };
}

const operationOf = ({ operation, codes, caller, cost }: RequestContext) => ({
  ...(operation && { operation: operation.type }),
  ...(operation?.name !== undefined && { operationName: operation.name }),
  ...(codes && codes.length > 0 && { codes }),
  ...(caller !== undefined && { caller }),
  ...(cost && { cost }),
});

/** Reads the response cache's `Cache-Status` header. */
function cacheStatusOf(reply: FastifyReply): { readonly cache?: 'hit' | 'miss' } {
  const status = reply.getHeader('cache-status');
  if (status === undefined) return {};
  return { cache: String(status).includes('; hit') ? 'hit' : 'miss' };
}

const REDACTED_PATH = '/[secret]';

/** Returns the path for logs and traces. The patterns of the redaction do not match a percent-encoded key. */
function pathOf({ url }: FastifyRequest): string {
  const path = url.split('?', 1)[0] as string;
  return containsKey(path) ? REDACTED_PATH : path.slice(0, MAX_PATH_CHARACTERS);
}

/** Returns the bytes that a connection has sent. Its requests follow one another, so differences belong to one request. */
const bytesSent = (socket: FastifyRequest['socket'] | undefined): number => socket?.bytesWritten ?? 0;

/** Requests that are logged at `debug`. */
const QUIET_KINDS: ReadonlySet<RequestKind> = new Set<RequestKind>(['health', 'metrics', 'file']);

const kindOf = ({ is404, routeOptions }: FastifyRequest): RequestKind =>
  is404 ? 'none' : (routeOptions.config.kind ?? 'file');
