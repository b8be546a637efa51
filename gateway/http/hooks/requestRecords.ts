import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { recordErrors } from '../../graphql/operations/telemetry.ts';
import { containsKey } from '../../services/auth/token.ts';
import {
  currentRequest,
  type RequestContext,
  runInRequest,
  zeroUpstreamCalls,
} from '../../services/telemetry/requestContext.ts';
import type { RequestKind, RequestObserver } from '../../services/telemetry/requestMetrics.ts';
import type { Tracing } from '../../services/telemetry/tracing.ts';

export interface RequestTelemetryOptions {
  readonly log: Logger;
  readonly tracing: Tracing;
  readonly observer: RequestObserver;
  /** True if every response has a log line at `info`; 5xx responses always have one. */
  readonly isLogged: boolean;
}

/** A request in progress. */
export interface RequestRecord {
  readonly context: RequestContext;
  /** `performance.now()`. */
  readonly startedAt: number;
  /** True if a page of this server injected the request. */
  readonly isInjected: boolean;
  /** Bytes that the connection had sent when the request started. */
  readonly bytesBefore: number;
}

/** A request as far as it is recorded. Requests of this process have no socket. */
export type RecordedRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & {
  readonly socket?: Pick<IncomingMessage['socket'], 'bytesWritten'> | undefined;
};

/** The end of a response. */
export interface ResponseEnd {
  readonly kind: RequestKind;
  readonly status: number;
  readonly isCancelled: boolean;
}

const MAX_PATH_CHARACTERS = 200;
/** The status that nginx logs when the client disconnected before the end of the response. */
const CLIENT_CLOSED_REQUEST = 499;
/** Requests that are logged at `debug`. */
const QUIET_KINDS: ReadonlySet<RequestKind> = new Set<RequestKind>(['health', 'metrics', 'file']);
const REDACTED_PATH = '/[secret]';
/** User and password of a target in absolute form (RFC 9112, 3.2.2). */
const USER_INFO = /^([a-z][a-z\d+.-]*:\/\/)[^/?#]*@/i;

/**
 * Starts the span and the metrics of a request.
 * @param route the pattern of its route; undefined if not found
 * @param startedAt `performance.now()`
 */
function startRecord(
  { tracing, observer }: RequestTelemetryOptions,
  { method = '', url = '', headers, socket }: RecordedRequest,
  id: string,
  route: string | undefined,
  startedAt = performance.now(),
): RequestRecord {
  const outer = currentRequest();
  const { traceparent, tracestate } = headers;
  const span = tracing.isEnabled
    ? tracing.startRequest({ method, route, path: pathOf(url), traceparent, tracestate, parent: outer?.span })
    : undefined;
  observer.started();
  return {
    context: { id, span, upstreamCalls: zeroUpstreamCalls() },
    startedAt,
    isInjected: outer !== undefined,
    bytesBefore: bytesSent(socket),
  };
}

/** Ends the span of a request, and records its metrics and its log line. */
function endRecord(
  { log, tracing, observer, isLogged }: RequestTelemetryOptions,
  { context, startedAt, isInjected, bytesBefore }: RequestRecord,
  { method, url = '', socket }: RecordedRequest,
  { kind, status: sentStatus, isCancelled }: ResponseEnd,
): void {
  const status = isCancelled ? CLIENT_CLOSED_REQUEST : sentStatus;
  const seconds = (performance.now() - startedAt) / 1000;
  tracing.end(context, { status: sentStatus, isCancelled });
  observer.ended({ kind, status, seconds });
  for (const code of context.codes ?? []) observer.graphqlError(code);
  // An operator looks for the requests that a limit has rejected.
  const isQuiet = isInjected || !isLogged || (QUIET_KINDS.has(kind) && context.reason === undefined);
  // The 503 of a health check says that the gateway starts or drains, which the log has.
  const isFailure = status >= 500 && kind !== 'health';
  const level = isFailure ? 'warn' : isQuiet ? 'debug' : 'info';
  if (!log.isLevelEnabled(level)) return;
  const line = {
    method,
    path: pathOf(url),
    status,
    ms: Math.round(seconds * 10_000) / 10,
    ...(socket?.bytesWritten !== undefined && { bytes: bytesSent(socket) - bytesBefore }),
    ...operationOf(context),
  };
  runInRequest(context, () => log[level](line, 'request completed'));
}

const operationOf = ({ operation, codes, reason, caller, cost, cache }: RequestContext) => ({
  ...(operation && { operation: operation.type }),
  ...(operation?.name !== undefined && { operationName: operation.name }),
  ...(codes && { codes: [...new Set(codes)] }),
  ...(reason !== undefined && { reason }),
  ...(caller !== undefined && { caller }),
  ...(cost && { cost }),
  ...(cache && { cache }),
});

/** Returns the path for logs and traces. The patterns of the redaction do not match a percent-encoded key. */
function pathOf(url: string): string {
  const path = (url.split('?', 1)[0] as string).replace(USER_INFO, '$1[secret]@');
  return containsKey(path) ? REDACTED_PATH : path.slice(0, MAX_PATH_CHARACTERS);
}

/** Returns the bytes that a connection has sent. Its requests follow one another, so differences belong to one request. */
const bytesSent = (socket: RecordedRequest['socket']): number => socket?.bytesWritten ?? 0;

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined before the hook of telemetry, and after the end of the response. */
    record: RequestRecord | undefined;
  }
  interface FastifyContextConfig {
    /** The kind of the requests in metrics; default: `file`. */
    readonly kind?: RequestKind;
  }
}

/** Other values of `X-Request-Id` could forge log lines. */
const VALID_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** Returns the id of a request: that of the request that injected it, else a valid `X-Request-Id`, else a new UUID. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return (
    currentRequest()?.id ??
    (typeof given === 'string' && VALID_REQUEST_ID.test(given) ? given : undefined) ??
    randomUUID()
  );
}

/** A request that Fastify does not see. */
interface UnseenRequest {
  readonly kind: RequestKind;
  /** The pattern of its route. */
  readonly route: string;
  /** `performance.now()`. */
  readonly startedAt: number;
}

/** The record of a request that Fastify does not see, and whose response is cached. */
interface UnseenRecord {
  /** For the header `X-Request-Id`. */
  readonly id: string;
  readonly context: RequestContext;
  /** Runs a function whose events belong to the span of the request. */
  run(work: () => void): void;
  /** Ends the record when the response is closed. */
  end(response: Pick<ResponseEnd, 'status' | 'isCancelled'>): void;
}

/** Records requests that Fastify does not see. */
export interface RequestRecorder {
  start(request: RecordedRequest, unseen: UnseenRequest): UnseenRecord;
}

/**
 * Gives every request an id, a span, metrics, and a log line on completion. Of the client's input they contain only the
 * method, the path without its query string, and the operation's name.
 */
export function recordRequests(app: FastifyInstance, options: RequestTelemetryOptions): RequestRecorder {
  app.decorateRequest('record', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const record = startRecord(options, request.raw, request.id, request.routeOptions.url);
    request.record = record;
    reply.header('x-request-id', request.id);
    // Fastify's onResponse does not run when the client disconnects.
    reply.raw.on('close', () => end(request, reply));
    runInRequest(record.context, done);
  });
  // Socket events that deliver the body lose the AsyncLocalStorage context.
  app.addHook('preValidation', ({ record }, _reply, done) => {
    if (!record || currentRequest() === record.context) done();
    else runInRequest(record.context, done);
  });

  // Errors outside of GraphQL responses are sent as objects.
  app.addHook<{ readonly errors?: readonly GraphQLFormattedError[] } | null>(
    'preSerialization',
    ({ record }, _reply, payload, done) => {
      const { errors } = payload ?? {};
      if (record && Array.isArray(errors)) runInRequest(record.context, () => recordErrors(errors));
      done(null, payload);
    },
  );

  const end = (request: FastifyRequest, reply: FastifyReply) => {
    const { record } = request;
    if (!record) return;
    request.record = undefined;
    const { isStream } = record.context;
    // An injected response has no socket, so it never becomes writableFinished. Clients end event streams.
    const isEnded = isStream || (record.isInjected ? reply.raw.writableEnded : reply.raw.writableFinished);
    endRecord(options, record, request.raw, {
      kind: isStream ? 'stream' : kindOf(request),
      status: reply.statusCode,
      isCancelled: !isEnded,
    });
  };
  return {
    start(request, { kind, route, startedAt }) {
      const id = requestIdOf(request);
      const record = startRecord(options, request, id, route, startedAt);
      const { context } = record;
      context.cache = 'hit';
      return {
        id,
        context,
        run: (work) => (context.span ? runInRequest(context, work) : work()),
        end: (response) => endRecord(options, record, request, { ...response, kind }),
      };
    },
  };
}

const kindOf = ({ is404, routeOptions }: FastifyRequest): RequestKind =>
  is404 ? 'none' : (routeOptions.config.kind ?? 'file');
