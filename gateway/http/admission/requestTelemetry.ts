import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
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
  /** True if another request of this server sent the request in process, such as a page. */
  readonly isInner: boolean;
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
 * Records requests in traces, metrics and log. Of the client's input, they contain only the method, the path without its
 * query string, and the name of the operation.
 */
export interface RequestTelemetry {
  /** Starts the span and the metrics of a request. */
  started(request: RecordedRequest): RequestRecord;
  /** Names the span of a request by the pattern of its route. */
  routed(record: RequestRecord, method: string, route: string): void;
  /** Ends the span of a request, and records its metrics and its log line. */
  closed(record: RequestRecord, request: RecordedRequest, end: ResponseEnd): void;
}

export const createRequestTelemetry = ({
  log,
  tracing,
  observer,
  isLogged,
}: RequestTelemetryOptions): RequestTelemetry => ({
  started({ method = '', url = '', headers, socket }) {
    const outer = currentRequest();
    const { traceparent, tracestate } = headers;
    const span = tracing.isEnabled
      ? tracing.startRequest({ method, path: pathOf(url), traceparent, tracestate, parent: outer?.span })
      : undefined;
    observer.started();
    return {
      context: { id: requestIdOf(headers), span, upstreamCalls: zeroUpstreamCalls() },
      startedAt: performance.now(),
      isInner: outer !== undefined,
      bytesBefore: bytesSent(socket),
    };
  },
  routed: ({ context }, method, route) => tracing.nameByRoute(context, method, route),
  closed(
    { context, startedAt, isInner, bytesBefore },
    { method, url = '', socket },
    { kind, status: sentStatus, isCancelled },
  ) {
    const status = isCancelled ? CLIENT_CLOSED_REQUEST : sentStatus;
    const seconds = (performance.now() - startedAt) / 1000;
    tracing.end(context, { status: sentStatus, isCancelled });
    observer.ended({ kind, status, seconds });
    for (const code of context.codes ?? []) observer.graphqlError(code);
    // An operator looks for the requests that a limit has rejected.
    const isQuiet = isInner || !isLogged || (QUIET_KINDS.has(kind) && context.reason === undefined);
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
  },
});

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

/** Other values of `X-Request-Id` could forge log lines. */
const VALID_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** Returns the id of a request: that of the request that sent it in process, else a valid `X-Request-Id`, else a new UUID. */
function requestIdOf(headers: IncomingMessage['headers']): string {
  const given = headers['x-request-id'];
  return (
    currentRequest()?.id ??
    (typeof given === 'string' && VALID_REQUEST_ID.test(given) ? given : undefined) ??
    randomUUID()
  );
}
