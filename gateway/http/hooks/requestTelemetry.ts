import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  currentRequest,
  type RequestContext,
  runInRequest,
} from '../../services/telemetry/requestContext.ts';
import type { RequestKind } from '../../services/telemetry/requestMetrics.ts';
import {
  endRecord,
  type RecordedRequest,
  type RequestRecord,
  type RequestTelemetryOptions,
  type ResponseEnd,
  startRecord,
} from './requestRecords.ts';

declare module 'fastify' {
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
  const records = new WeakMap<FastifyRequest, RequestRecord>();
  app.addHook('onRequest', (request, reply, done) => {
    const record = startRecord(options, request.raw, request.id, request.routeOptions.url);
    records.set(request, record);
    reply.header('x-request-id', request.id);
    // Fastify's onResponse does not run when the client disconnects.
    reply.raw.once('close', () => end(request, reply));
    runInRequest(record.context, done);
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
